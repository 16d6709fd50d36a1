import type { AnnotatedText, ConflictView } from '@managed-fields/player';
import {
  answerTrees,
  element,
  legendTree,
  lineAt,
  lineStarts,
  managerOf,
  nothingTree,
  noticeTrees,
  outcomeBadge,
  outcomeOf,
  type Palette,
  palette,
  paletteFor,
  sentTree,
  stepMark,
  stepTitle,
  type Tree,
  type TreeElement,
} from '@managed-fields/rendering';
import type { Outcome, Scenario, Step } from '@managed-fields/scenario';
import { fitsTextArea } from '../core/view-models/text-area.ts';
import { act } from './draw.ts';
import { inspector } from './inspector.ts';
import { filterOf, type Model, resultOf, stepOf, viewOf, views } from './model.ts';
import { objectLines } from './object-lines.ts';
import { objectTable } from './object-table.ts';

/** Everything in the frame, as data. */
export function screen(model: Model): TreeElement {
  const { content, settings, words, busy } = model;
  const { theme = 'auto', height } = settings;
  const classes = ['mf embed', theme !== 'auto' && `mf-${theme}`, height === 'auto' ? 'embed-grows' : 'embed-fills'];
  const root = (...inside: readonly (Tree | false | undefined)[]) =>
    element('div', { class: classes.filter(Boolean).join(' '), 'aria-busy': String(busy) }, inside);
  if (content.kind === 'waiting') return root(element('p', { class: 'embed-message' }, words.embed.loading));
  if (content.kind === 'failure') {
    return root(element('p', { class: 'embed-message', role: 'alert' }, content.message), foot(model));
  }
  const step = stepOf(model);
  if (step === undefined) return root(element('p', { class: 'embed-message' }, words.embed.empty));
  const controls = settings.controls ?? 'full';
  const title = model.title ?? content.scenario.title;
  return root(
    title !== '' &&
      element('header', {}, element('h1', { class: controls === 'none' ? 'mf-aloud' : 'embed-title' }, title)),
    controls === 'full' && strip(model, content.scenario),
    element(
      'main',
      { class: 'embed-main', 'data-key': 'main' },
      controls !== 'none' && stepHead(model, step),
      ...body(model, step),
    ),
    controls !== 'none' && foot(model),
  );
}

/** The steps as numbers, each with the colour of who writes it, and the way to its neighbours. */
function strip({ index, playback, words, managerColours }: Model, { steps }: Scenario): Tree {
  const colours = playback === undefined ? palette(managerColours) : paletteFor(managerColours, playback);
  const go = (to: number, name: string, sign: string) =>
    element(
      'button',
      { type: 'button', 'aria-label': name, title: name, disabled: steps[to] === undefined, ...act('step', to, name) },
      element('span', { 'aria-hidden': 'true' }, sign),
    );
  return element(
    'nav',
    { class: 'embed-strip', 'aria-label': words.embed.steps },
    element(
      'ol',
      { 'data-key': 'strip' },
      steps.map((step, place) => chip(step, place, playback && outcomeOf(playback, step), place === index)),
    ),
    go(index - 1, words.embed.previous, '‹'),
    go(index + 1, words.embed.next, '›'),
  );

  function chip(step: Step, place: number, outcome: Outcome | undefined, current: boolean): Tree {
    const manager = managerOf(step, outcome);
    const kind = step.kind === 'kubectl' ? step.text.trim() : words.view.steps.kindNames[step.kind];
    const ended = step.off === true ? words.view.steps.off : outcome && words.view.steps.outcomeNames[outcome.status];
    const name = words.embed.stepName({
      place: place + 1,
      who: manager === undefined ? kind : `${manager}, ${kind}`,
      outcome: ended,
    });
    const mark = manager === undefined ? undefined : colours.of(manager);
    const bad = outcome?.status === 'conflict' || outcome?.status === 'error';
    return element(
      'li',
      {},
      element(
        'button',
        {
          type: 'button',
          class: `embed-chip${bad ? ' embed-chip-bad' : ''}${mark === undefined ? '' : ` mf-c${mark.colour} mf-p${mark.pattern}`}`,
          'aria-current': current && 'step',
          'aria-label': name,
          title: name,
          ...act('step', place, `chip${place}`),
        },
        String(place + 1),
      ),
    );
  }
}

/** Who does what in the selected step, how it ended, and the sentence for readers. */
function stepHead({ playback, managerColours, words, busy }: Model, step: Step): Tree {
  const outcome = playback && outcomeOf(playback, step);
  const colours = playback === undefined ? palette(managerColours) : paletteFor(managerColours, playback);
  return element(
    'div',
    { class: 'embed-step', 'aria-live': 'polite' },
    element(
      'p',
      { class: 'embed-who' },
      stepMark(step, outcome, colours),
      element('span', { class: 'mf-who' }, stepTitle(step, outcome, words.view)),
      busy && outcome === undefined
        ? element('span', { class: 'mf-badge' }, words.embed.working)
        : outcomeBadge(step, outcome, words.view),
    ),
    step.note !== undefined && element('p', {}, step.note),
  );
}

/** The answer of the server, the object or what else was asked for, and who owns it. */
function body(model: Model, step: Step): readonly (Tree | false | undefined)[] {
  const { playback, managerColours, words, settings, index, failed, busy, editor } = model;
  if (failed) return [element('p', { class: 'mf-nothing', role: 'alert' }, words.embed.unanswered)];
  if (playback === undefined) return [element('p', { class: 'mf-nothing' }, words.embed.working)];
  const colours = paletteFor(managerColours, playback);
  const outcome = outcomeOf(playback, step);
  const view = playback.view?.stepId === step.id ? playback.view : undefined;
  const full = (settings.controls ?? 'full') === 'full';
  const result = resultOf(model);
  const kind = viewOf(model);
  const answers = view === undefined ? [] : answerTrees({ step, outcome, view }, colours, words.view, true);
  const lone =
    kind === 'conflict' && view?.conflict === undefined && element('p', { class: 'mf-notice' }, words.embed.noConflict);
  const shown = settings.controls === 'none' && kind !== 'conflict' ? [] : answers;
  return [
    editor !== undefined && stepEditor(model, step, outcome),
    ...shown,
    shown.length > 0 && view?.conflict !== undefined && settings.editable === true && waysOut(view.conflict, model),
    lone,
    ...(kind === 'conflict' ? [] : noticeTrees(view, words.view)),
    kind !== 'conflict' &&
      view?.stale === true &&
      result !== undefined &&
      element('p', { class: 'mf-notice' }, words.view.result.stale),
    kind !== 'conflict' && result !== undefined && full && tools(model, result, colours),
    kind !== 'conflict' &&
      (result === undefined
        ? !busy && nothingTree(step, outcome, words.view)
        : kind === 'table'
          ? objectTable(result, colours, model)
          : kind === 'changes'
            ? changesOrWorking(model)
            : objectLines(model, playback, index)),
    settings.controls !== 'none' && inspector(model),
    kind !== 'conflict' && full && editor === undefined && sentTree(step, index + 1, words.view, true),
  ];
}

function changesOrWorking(model: Model): Tree {
  return model.changes?.draw?.(model) ?? element('p', { class: 'mf-nothing' }, model.words.embed.working);
}

/** The ways out of a conflict, each of which changes the step; without the file of a command only force is left. */
function waysOut({ resolvable }: ConflictView, { words }: Model): Tree {
  const { ways } = words.view.conflict;
  return element(
    'div',
    { class: 'embed-ways', role: 'group', 'aria-label': words.embed.ways },
    (['overwrite', 'give-up', 'share'] as const).map((way) =>
      element(
        'button',
        {
          type: 'button',
          title: ways[way].text,
          disabled: way !== 'overwrite' && !resolvable,
          ...act('way', way, `way ${way}`),
        },
        ways[way].name,
      ),
    ),
  );
}

function tools(model: Model, result: AnnotatedText, colours: Palette): Tree {
  const { words } = model;
  const current = viewOf(model);
  return element(
    'div',
    { class: 'embed-tools' },
    legendTree(result, colours, words.view, filterOf(model, result)),
    element(
      'div',
      { class: 'embed-views', role: 'group', 'aria-label': words.embed.views },
      views
        .filter((view) => view !== 'conflict')
        .map((view) =>
          element(
            'button',
            { type: 'button', 'aria-pressed': String(view === current), ...act('view', view, `view ${view}`) },
            words.embed.viewNames[view],
          ),
        ),
    ),
  );
}

/** What leads out of the frame: to its own editor, and to the playground. */
function foot(model: Model): Tree {
  const { words, settings, editor, content, link } = model;
  const changed = content.kind === 'scenario' && content.scenario !== content.before;
  const button = (name: string, text: string) => element('button', { type: 'button', ...act(name, '', name) }, text);
  return element(
    'footer',
    { class: 'mf-foot embed-foot' },
    settings.editable === true &&
      content.kind === 'scenario' &&
      button('edit', editor !== undefined ? words.embed.done : words.embed.edit),
    changed && button('restore', words.embed.restore),
    link === 'unchecked' && element('small', {}, words.embed.unchecked),
    typeof link === 'object' && link.redacted && element('small', {}, words.embed.redacted),
    element(
      'a',
      {
        href: `./index.html${typeof link === 'object' ? `#${link.fragment}` : ''}`,
        target: '_blank',
        rel: 'noopener',
      },
      `${words.view.staticView.openInPlayground} ↗`,
    ),
  );
}

/** The step's text, to be changed, and what is wrong with it. Each time that it opens it is another text area. */
export function stepEditor({ words, index, editor }: Model, step: Step, outcome: Outcome | undefined): Tree {
  if (!fitsTextArea(step.text)) {
    return element('p', { class: 'mf-notice' }, words.view.leftOut.editing({ count: step.text.length }));
  }
  const starts = lineStarts(step.text);
  const rows = Math.min(16, Math.max(4, step.text.split('\n').length + 1));
  return element(
    'div',
    { class: 'embed-editor' },
    element(
      'textarea',
      {
        'aria-label': words.embed.editing({ place: index + 1 }),
        rows: String(rows),
        spellcheck: 'false',
        autocapitalize: 'off',
        autocomplete: 'off',
        'data-act': 'text',
        'data-key': `text ${editor?.count}`,
      },
      editor?.text ?? step.text,
    ),
    ...(outcome?.problems ?? []).map(({ from, message }) =>
      element('p', { class: 'mf-warned' }, words.embed.problemAt({ line: lineAt(starts, from) + 1, message })),
    ),
  );
}
