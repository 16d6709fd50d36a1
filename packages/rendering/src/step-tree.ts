import type { Playback, StepView } from '@managed-fields/player';
import type { Outcome, Step } from '@managed-fields/scenario';
import { conflictTree } from './conflict.ts';
import { drawing } from './drawing.ts';
import type { StaticWords } from './language/static-words.ts';
import { linesTree } from './lines-tree.ts';
import { managerOf } from './manager-colours.ts';
import { markTree, nobodyTree } from './mark.ts';
import type { Palette } from './palette.ts';
import { toolTitle } from './tool-title.ts';
import { element, type Tree } from './tree.ts';

/** The mark of who writes a step; a sign where nobody is recorded. */
export function stepMark(step: Step, outcome: Outcome | undefined, colours: Palette): Tree {
  const manager = managerOf(step, outcome);
  if (manager !== undefined) return markTree(colours.of(manager));
  return nobodyTree(step.kind === 'crd' ? '{}' : step.kind === 'delete' ? '×' : '◆');
}

/** How a step ended, as a badge. */
export function outcomeBadge(step: Step, outcome: Outcome | undefined, words: StaticWords): Tree | undefined {
  if (step.off === true) return element('span', { class: 'mf-badge' }, words.steps.off);
  if (outcome === undefined) return undefined;
  const { status } = outcome;
  const bad = status === 'conflict' || status === 'error';
  return element('span', { class: `mf-badge${bad ? ' mf-worse' : ''}` }, words.steps.outcomeNames[status]);
}

/** Who does what: the manager, if any, and the kind of step. */
export function stepTitle(step: Step, outcome: Outcome | undefined, words: StaticWords): readonly Tree[] {
  const manager = managerOf(step, outcome);
  if (step.kind === 'tool') return [element('b', {}, toolTitle(step)), ` ${words.steps.kindNames.tool}`];
  const kind = `${words.steps.kindNames[step.kind]}${'force' in step && step.force ? ` · ${words.steps.forced}` : ''}`;
  if (step.kind === 'kubectl') return [element('code', {}, step.text.trim().split('\n', 1)[0] ?? '')];
  return manager === undefined ? [element('b', {}, kind)] : [element('b', {}, manager), ` ${kind}`];
}

/** How the server answered, where that is not simply yes: a conflict, a refusal, warnings, what a command printed. */
export function answerTrees(
  {
    step,
    outcome,
    view,
  }: { readonly step: Step; readonly outcome: Outcome | undefined; readonly view: StepView | undefined },
  colours: Palette,
  words: StaticWords,
  links: boolean,
): readonly Tree[] {
  if (outcome === undefined || step.off === true) return [];
  const { status, code, message, warnings } = outcome;
  const command = view?.command;
  const printed = command && [command.stdout, command.stderr].filter((text) => text.trim() !== '').join('\n');
  const answer = (head: string, texts: readonly string[], bad: boolean, more = '') =>
    element(
      'div',
      { class: bad ? 'mf-bad' : 'mf-warned', role: 'group', 'aria-label': head },
      element('p', {}, element('b', {}, head), more),
      texts.map((text) => element('pre', { class: 'mf-said' }, text)),
    );
  const refused = status === 'error' && command === undefined;
  return [
    printed !== undefined &&
      printed !== '' &&
      element('pre', { class: 'mf-terminal', tabindex: '0' }, printed.trimEnd()),
    view?.conflict !== undefined &&
      conflictTree(view.conflict, colours, words, { command: command !== undefined, links }),
    refused &&
      answer(
        words.conflict.error,
        message === undefined ? [] : [message],
        true,
        code === undefined ? '' : ` ${words.conflict.serverAnswers({ code })}`,
      ),
    warnings.length > 0 && answer(words.conflict.warnings, warnings, false),
    status === 'not-played' && element('p', { class: 'mf-notice' }, words.steps.notPlayed),
  ].filter((tree): tree is Exclude<typeof tree, false | undefined> => tree !== false && tree !== undefined);
}

/** What the engine cannot know here, or what the object lacks. */
export function noticeTrees(view: StepView | undefined, words: StaticWords): readonly Tree[] {
  // Whoever shows a scenario to others means the objects that it has.
  const notices = (view?.notices ?? []).filter(({ code }) => code !== 'other-object');
  const text = (notice: StepView['notices'][number]): Tree =>
    element(
      'p',
      { class: 'mf-notice' },
      words.result.noticeSentence(notice),
      notice.data['command'] !== undefined && element('code', {}, ` ${notice.data['command']}`),
    );
  return notices.map(text);
}

/** Why a step leaves no object to show. */
export function nothingTree(step: Step, outcome: Outcome | undefined, words: StaticWords): Tree {
  const installed = step.kind === 'crd' && outcome?.status === 'installed';
  return element('p', { class: 'mf-nothing' }, installed ? words.result.installedText : words.result.noResultText);
}

/** What a step sends, or the files of its command, folded away; `live` for a page, which draws no more than it can. */
export function sentTree(step: Step, place: number, words: StaticWords, live = false): Tree | undefined {
  const texts = step.kind === 'kubectl' ? Object.entries(step.files ?? {}) : [['', step.text] as const];
  const label = words.staticView.declaredText({ place });
  const parts = texts
    .filter(([, text]) => text.trim() !== '')
    .flatMap(([name, text]) => [
      name !== '' && element('p', { class: 'mf-note' }, element('code', {}, name)),
      linesTree(drawing(text), { label: name || label, fold: 'closed', live }, words),
    ]);
  return parts.length === 0
    ? undefined
    : element('details', { class: 'mf-sent' }, element('summary', {}, label), parts);
}

/** What a playback says of a step. */
export function outcomeOf({ outcomes }: Playback, { id }: Step): Outcome | undefined {
  return outcomes.find(({ stepId }) => stepId === id);
}
