import { loadKubernetesTypes, playedVersions } from '@managed-fields/kubernetes-types';
import { run } from '@managed-fields/player/whole';
import { hostedCss, type StaticViewOptions, scenarioView, staticWords, toHtml } from '@managed-fields/rendering';
import { checkForm, readScenario, type Scenario, versionOf } from '@managed-fields/scenario';
import { encodeLink } from '@managed-fields/share-link';
import { type LanguageCode, languages } from '@managed-fields/words';
import { counting, view as messages } from '@managed-fields/words/messages/all';
import type { ScenarioForm } from './protocol.ts';

/** The languages of the words of a static view, as HTML names them. */
export type StaticLanguage = LanguageCode;

/** Whether a text names one of these languages. */
export function isStaticLanguage(text: string | undefined): text is StaticLanguage {
  return languages.some(({ code }) => code === text);
}

/** How a static view is made. */
export interface StaticOptions extends Pick<StaticViewOptions, 'step' | 'view' | 'theme' | 'title' | 'link'> {
  /** The language of the own words of a static view, English without it; the scenario's are as they are. */
  readonly lang?: StaticLanguage;
  /**
   * The address of a playground, of `http`, `https` or relative to the page of the view: it then has a link that
   * opens the same scenario there. Any other address is a failure. `link` wins over it.
   */
  readonly base?: string;
}

/** What was wrong: where in the scenario (`steps.0.kind`), in its text (an offset) or in the options (`base`), and how. */
export interface StaticProblem {
  readonly message: string;
  readonly at: string | number;
}

export type StaticView =
  /** HTML to put into a page as it is, and the style of all static views, needed once a page. */
  | { readonly kind: 'view'; readonly html: string; readonly css: string }
  | { readonly kind: 'failure'; readonly code: string; readonly problems: readonly StaticProblem[] };

/**
 * Plays a scenario and draws it as HTML that needs no script, for generators of documentation. The scenario is the text
 * of a scenario file (YAML or JSON), its plain form, or a `Scenario`. The same scenario and options give the same
 * static view; nothing is read or asked for but the package's own files.
 *
 * @returns `html` and the `css` that all views of a page share, or a failure with problems and their places.
 *
 * @example
 * ```js
 * import { renderStatic } from '@managed-fields/embed/static';
 *
 * const text = '{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data: {color: green}}';
 * const view = await renderStatic({ version: 1, title: 'One color', steps: [{ kind: 'apply', manager: 'alice', text }] });
 * if (view.kind === 'failure') throw new Error(view.problems.map(({ message }) => message).join('\n'));
 * console.log(view.html.slice(0, 31), view.css.slice(0, 3));
 * ```
 * ```text
 * <div class="mf" role="figure" a .mf
 * ```
 */
export async function renderStatic(
  given: string | ScenarioForm | Scenario,
  options: StaticOptions = {},
): Promise<StaticView> {
  const read = readGiven(given);
  if (read.kind === 'failure') return read;
  return draw(read.scenario, await loadKubernetesTypes(versionOf(read.scenario)), options);
}

/** Draws static views as `renderStatic` does, and answers at once. */
export type StaticRenderer = (given: string | ScenarioForm | Scenario, options?: StaticOptions) => StaticView;

/** `renderStatic` for generators that cannot wait for a view: loads the built-in kinds of all versions ahead. */
export async function loadStaticRenderer(): Promise<StaticRenderer> {
  const loaded = playedVersions.map(async (version) => [version, await loadKubernetesTypes(version)] as const);
  const catalogs = new Map(await Promise.all(loaded));
  return (given, options = {}) => {
    const read = readGiven(given);
    if (read.kind === 'failure') return read;
    const catalog = catalogs.get(versionOf(read.scenario));
    if (catalog === undefined) throw new Error('a version without kinds');
    return draw(read.scenario, catalog, options);
  };
}

type Kinds = Awaited<ReturnType<typeof loadKubernetesTypes>>;

function draw(scenario: Scenario, catalog: Kinds, options: StaticOptions): StaticView {
  const { base, lang = 'en', ...drawn } = options;
  if (base !== undefined && !isPageAddress(base)) {
    const message = `not an address of http or https, nor a relative one: ${JSON.stringify(base)}`;
    return { kind: 'failure', code: 'not-an-address', problems: [{ message, at: 'base' }] };
  }
  const play = (selected: string) => run(scenario, { catalog, selected });
  const link = drawn.link ?? (base === undefined ? undefined : addressOf(scenario, base));
  const view = scenarioView(scenario, play, {
    ...drawn,
    lang,
    words: staticWords({ counting: counting[lang], view: messages[lang] }),
    ...(link === undefined ? {} : { link }),
  });
  return { kind: 'view', html: toHtml(view), css: hostedCss };
}

type Given =
  | { readonly kind: 'scenario'; readonly scenario: Scenario }
  | Extract<StaticView, { readonly kind: 'failure' }>;

/** Reads what a static view is made of. */
export function readGiven(given: string | ScenarioForm | Scenario): Given {
  if (typeof given === 'string') {
    const read = readScenario(given);
    if (read.kind === 'scenario') return read;
    const problems = read.problems.map(({ message, from }) => ({ message, at: from }));
    return { kind: 'failure', code: read.code, problems };
  }
  // A scenario of the packages' own says no version.
  const read = checkForm({ version: 1, ...given });
  if (read.kind === 'scenario') return read;
  const problems = read.problems.map(({ message, path }) => ({ message, at: path.join('.') }));
  return { kind: 'failure', code: read.code, problems };
}

/**
 * Whether an address leads to a page over `http` or `https`, and where it names a host says which of both. Browsers pass
 * over spaces and control characters and take a backslash for a slash, so an address with any of them may lead elsewhere
 * than it reads.
 */
function isPageAddress(address: string): boolean {
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(address)) return false;
  const hasScheme = /^[^/?#]*:/.test(address);
  return hasScheme ? /^https?:\/\/[^/?#]/i.test(address) : !address.startsWith('//');
}

/** The fragment of the link that opens a scenario in a playground; none where it is too long for a link. */
export function fragmentOf(scenario: Scenario): string | undefined {
  const link = encodeLink(scenario);
  return link.kind === 'link' ? link.fragment : undefined;
}

/** The address that opens a scenario in a playground; none where it is too long for a link. */
function addressOf(scenario: Scenario, base: string): string | undefined {
  const fragment = fragmentOf(scenario);
  return fragment === undefined ? undefined : `${base.replace(/\/?$/, '/')}#${fragment}`;
}
