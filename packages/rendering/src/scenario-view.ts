import type { Playback, StepView } from '@managed-fields/player';
import type { Outcome, Scenario, Step } from '@managed-fields/scenario';
import { drawing } from './drawing.ts';
import { english } from './language/english.ts';
import type { StaticWords } from './language/static-words.ts';
import { legendTree } from './legend.ts';
import { linesTree } from './lines-tree.ts';
import { coloursInScenario, paletteFor } from './manager-colours.ts';
import { overlay } from './overlay.ts';
import type { ManagerColours, Palette } from './palette.ts';
import {
  answerTrees,
  nothingTree,
  noticeTrees,
  outcomeBadge,
  outcomeOf,
  sentTree,
  stepMark,
  stepTitle,
} from './step-tree.ts';
import { element, type Tree, type TreeElement } from './tree.ts';

/** How a static view of a whole scenario is made. */
export interface StaticViewOptions {
  /** The step that is open, by its id or its place from 1; without it the first that conflicts, else the last. */
  readonly step?: string | number;
  /** `managedfields` shows what else is folded. */
  readonly view?: 'object' | 'managedfields';
  /** `open`: of the steps that are closed only how they ended is drawn, which makes a view several times lighter. */
  readonly objects?: 'all' | 'open';
  /** `auto` is that of the page around it: by what it marks itself with, or by its `color-scheme`. */
  readonly theme?: 'auto' | 'light' | 'dark';
  /** In place of the scenario's own title; empty: none. */
  readonly title?: string;
  /** What the words are, as HTML names languages. */
  readonly lang?: string;
  /** The address of the same scenario in the playground; what is neither http(s) nor relative is left out. */
  readonly link?: string;
  readonly words?: StaticWords;
}

/**
 * A static view of a scenario that needs no script: its steps one below the other, each opening to the object after it with
 * its owners, to how the server answered, and to what was sent. `play` runs the scenario with a step selected.
 * It has no ids, so that any number of static views can stand on one page.
 *
 * @example
 * ```js
 * import { loadKubernetesTypes, newScenario, run } from '@managed-fields/analysis';
 * import { scenarioView, toHtml } from '@managed-fields/analysis/rendering';
 *
 * const text = '{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {color: green}}';
 * const scenario = newScenario('Who owns the color', [{ kind: 'apply', manager: 'alice', text }]);
 * const catalog = await loadKubernetesTypes();
 * const html = toHtml(scenarioView(scenario, (selected) => run(scenario, { catalog, selected })));
 * console.log(html.slice(0, 38));
 * ```
 * ```text
 * <div class="mf" role="figure" aria-lab
 * ```
 */
export function scenarioView(
  scenario: Scenario,
  play: (stepId: string) => Playback,
  options: StaticViewOptions = {},
): TreeElement {
  const { theme = 'auto', lang, link, words = english } = options;
  const title = options.title ?? scenario.title;
  const playbacks = scenario.steps.map(({ id }) => play(id));
  const open = openStep(scenario, playbacks, options.step);
  const managerColours = playbacks.reduce<ManagerColours>(
    (colours, playback) => coloursInScenario(scenario, playback, [], colours),
    new Map(),
  );
  const steps = scenario.steps.flatMap((step, index): readonly Tree[] => {
    const playback = playbacks[index];
    return playback === undefined ? [] : [stepView(step, index + 1, playback, managerColours, open === index, options)];
  });
  const href = link === undefined ? undefined : safeLink(link);
  return element(
    'div',
    { class: `mf${theme === 'auto' ? '' : ` mf-${theme}`}`, role: 'figure', 'aria-label': title || undefined, lang },
    title !== '' &&
      element(
        'div',
        { class: 'mf-caption' },
        element('b', {}, title),
        scenario.about && element('p', {}, scenario.about),
      ),
    element('ol', { class: 'mf-steps' }, steps),
    href !== undefined &&
      element(
        'p',
        { class: 'mf-foot' },
        element('a', { href, target: '_blank', rel: 'noopener' }, `${words.staticView.openInPlayground} ↗`),
      ),
  );
}

function stepView(
  step: Step,
  place: number,
  playback: Playback,
  managerColours: ManagerColours,
  open: boolean,
  { view: kind = 'object', objects = 'all', words = english }: StaticViewOptions,
): Tree {
  const colours = paletteFor(managerColours, playback);
  const outcome = outcomeOf(playback, step);
  const view = playback.view?.stepId === step.id ? playback.view : undefined;
  const drawn = open || objects === 'all';
  return element(
    'li',
    {},
    element(
      'details',
      { open },
      element(
        'summary',
        {},
        element('span', { class: 'mf-place' }, String(place)),
        stepMark(step, outcome, colours),
        element('span', { class: 'mf-who' }, stepTitle(step, outcome, words)),
        outcomeBadge(step, outcome, words),
      ),
      step.note !== undefined && element('p', { class: 'mf-note' }, step.note),
      answerTrees({ step, outcome, view }, colours, words, false),
      noticeTrees(view, words),
      view?.stale === true && view.result !== undefined && element('p', { class: 'mf-notice' }, words.result.stale),
      drawn && objectTrees(step, place, view, outcome, colours, kind, words),
      drawn && sentTree(step, place, words),
    ),
  );
}

/** The object after a step, with its owners and their legend. */
function objectTrees(
  step: Step,
  place: number,
  view: StepView | undefined,
  outcome: Outcome | undefined,
  colours: Palette,
  kind: 'object' | 'managedfields',
  words: StaticWords,
): readonly (Tree | undefined)[] {
  const result = view?.result;
  if (result === undefined) return [nothingTree(step, outcome, words)];
  const fold = kind === 'managedfields' ? 'details-open' : 'details';
  const lines = drawing(result.text, { annotated: result, overlay: overlay(result, colours) });
  return [
    linesTree(lines, { label: words.staticView.objectAfter({ place }), fold }, words),
    legendTree(result, colours, words),
  ];
}

/** The index of the step that is open first. */
function openStep({ steps }: Scenario, playbacks: readonly Playback[], wanted: string | number | undefined): number {
  const named = steps.findIndex(({ id }, index) => id === wanted || String(index + 1) === String(wanted ?? ''));
  if (named >= 0) return named;
  const outcomes = playbacks[0]?.outcomes ?? [];
  const conflict = steps.findIndex(({ id }) =>
    outcomes.some(({ stepId, status }) => stepId === id && status === 'conflict'),
  );
  return conflict >= 0 ? conflict : steps.length - 1;
}

/** An address that a static view may lead to: it opens a page and runs nothing. */
function safeLink(link: string): string | undefined {
  // Browsers pass over control characters before and inside the scheme.
  const plain = visibleOnly(link);
  const scheme = /^([^/?#]*?):/.exec(plain)?.[1]?.toLowerCase();
  return scheme === undefined || scheme === 'http' || scheme === 'https' ? plain : undefined;
}

function visibleOnly(text: string): string {
  return [...text].filter((character) => character > ' ' && character !== '\x7f').join('');
}
