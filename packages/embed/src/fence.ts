import { element, toHtml } from '@managed-fields/rendering';
import type { Scenario } from '@managed-fields/scenario';
import { decodeLesson, decodeLink } from '@managed-fields/share-link';
import { type ScenarioForm, settingNames } from './protocol.ts';
import { fragmentOf, isStaticLanguage, readGiven, type StaticOptions, type StaticRenderer } from './render-static.ts';
import { heightOfView, roomOfExample, roomOfLesson } from './room.ts';

/** What all fences of a site have in common. */
export interface FenceOptions extends Pick<StaticOptions, 'lang' | 'theme'> {
  /**
   * The address of the playground, as `renderStatic` takes it. Without it a fence becomes a static view alone; with it the
   * view has a link, and stands in the element, which pages show once they load `embed.js` of this playground.
   */
  readonly base?: string;
  /**
   * The examples of the playground that fences name, by their names: the text of a scenario file, or what the playground has at
   * `examples/NAME.json`. A fence then has the static view of its example, and one that names another is refused. Without
   * them it has a link, and the example is in the playground alone.
   */
  readonly examples?: Readonly<Record<string, string | ScenarioForm>>;
  /**
   * The lessons of the playground that fences name, by their names: what the playground has at `lessons/NAME.json`. A fence then
   * has the static view of the lesson where it starts, with what is to be done, and one that names another is refused.
   */
  readonly lessons?: Readonly<Record<string, { readonly start: ScenarioForm }>>;
}

/** What is wrong with a fence, and in which of its lines; the line that opens it is 0. */
export interface FenceProblem {
  readonly message: string;
  readonly line: number;
}

export type FenceView =
  | { readonly kind: 'view'; readonly html: string }
  | { readonly kind: 'failure'; readonly problem: FenceProblem };

/** The first word of a fence that is ours. */
export const fenceName = 'managed-fields';

/** The attributes of the element that a fence can say. */
const settings: readonly string[] = [...settingNames, 'title', 'loading', 'room', 'example', 'lesson', 'scenario'];

/**
 * Draws a fence of Markdown: `info` is what stands behind its name (`step=2 title="Two managers"`), `body` the text of a
 * scenario file. With `scenario=LINK`, `example=NAME` or `lesson=NAME` in the info it has no body.
 */
export function fenceView(info: string, body: string, render: StaticRenderer, options: FenceOptions = {}): FenceView {
  const { base, examples, lessons } = options;
  const attributes = readInfo(info);
  const unknown = Object.keys(attributes).find((name) => !settings.includes(name));
  if (unknown !== undefined) return failure(`a fence has no setting ${JSON.stringify(unknown)}`);
  const { example, lesson: named, scenario: link, ...rest } = attributes;
  const given = [example, named, link, body.trim() || undefined].filter((each) => each !== undefined);
  if (given.length !== 1)
    return failure('a fence has a scenario in it, or names one by scenario=, by example= or by lesson=');
  if (example !== undefined && examples === undefined) return exampleView(example, rest, base);
  if (example !== undefined && !Object.hasOwn(examples ?? {}, example))
    return failure(`there is no example ${JSON.stringify(example)}`);

  const lesson = link === undefined ? named : decodeLesson(link.replace(/^[^#]*#/, ''));
  if (lesson !== undefined && lessons === undefined) return lessonView(lesson, rest, base);
  if (lesson !== undefined && !Object.hasOwn(lessons ?? {}, lesson))
    return failure(`there is no lesson ${JSON.stringify(lesson)}`);

  const file = lesson !== undefined ? lessons?.[lesson]?.start : example !== undefined ? examples?.[example] : body;
  const read = link === undefined || lesson !== undefined ? readGiven(file ?? '') : readLink(link);
  if (read.kind === 'failure') {
    const [{ message, at } = { message: read.code, at: 0 }] = read.problems;
    return failure(message, typeof at === 'number' ? body.slice(0, at).split('\n').length : 0);
  }
  const { scenario } = read;
  const { title = scenario.title, view, lang = options.lang, theme = options.theme } = rest;
  // A lesson is opened at its last step, as its frame is.
  const step = rest['step'] ?? (lesson === undefined ? undefined : String(scenario.steps.length));
  const address = base === undefined ? undefined : addressOf(base, example, lesson, step);
  const drawn = render(scenario, {
    ...(base === undefined ? {} : { base }),
    ...(address === undefined ? {} : { link: address }),
    ...(step === undefined ? {} : { step }),
    ...(view === 'object' || view === 'managedfields' ? { view } : {}),
    ...(isStaticLanguage(lang) ? { lang } : {}),
    ...(theme === 'auto' || theme === 'light' || theme === 'dark' ? { theme } : {}),
    title,
  });
  if (drawn.kind === 'failure') return failure(drawn.problems[0]?.message ?? drawn.code);
  const content = base === undefined ? undefined : contentOf(example, lesson, scenario);
  if (content === undefined) return { kind: 'view', html: drawn.html };
  const opening = openingOf({ ...rest, title, lang, theme, ...content, ...roomOf(rest, content, drawn.html) });
  return { kind: 'view', html: `${opening}${drawn.html}${closing}` };
}

/** An example is in the playground alone; until it is there, and without scripts, a link leads to it. */
function exampleView(example: string, attributes: Attributes, base: string | undefined): FenceView {
  if (base === undefined) return failure('example= needs the address of a playground (base)');
  if (!/^[a-z0-9-]{1,100}$/.test(example)) return failure(`no name of an example: ${JSON.stringify(example)}`);
  const href = exampleAddress(base, example, attributes['step']);
  const link = element('p', {}, element('a', { href }, attributes['title'] ?? example));
  return {
    kind: 'view',
    html: `${openingOf({ ...attributes, example, ...roomOf(attributes, { example }) })}${toHtml(link)}${closing}`,
  };
}

/** Where an example or a lesson opens in the playground; undefined for any other scenario. */
function addressOf(base: string, example?: string, lesson?: string, step?: string): string | undefined {
  if (lesson !== undefined) return lessonAddress(base, lesson);
  return example === undefined ? undefined : exampleAddress(base, example, step);
}

function exampleAddress(base: string, example: string, step: string | undefined): string {
  return `${base.replace(/\/?$/, '/')}#x/${example}${step === undefined ? '' : `@${step}`}`;
}

/**
 * The room that a frame takes once it is there: what the author says, or that of an example or a lesson that is shown as it was
 * measured. What nobody measured, a scenario of the author's own or an example of another playground, gets a frame of one height,
 * unless they write `height=auto`.
 * The style sheet of static views keeps the room until the loader of the element is there.
 */
function roomOf(attributes: Attributes, { example, lesson }: Attributes, drawn?: string): Attributes {
  const { step, view = 'object', controls, focus, loading, room: said } = attributes;
  const isPlain = view === 'object' && controls === undefined && focus === undefined && loading !== 'click';
  const number = /^[1-9]\d{0,3}$/.test(step ?? '1') ? Number(step ?? 1) : 0;
  const measured =
    !isPlain || attributes['height'] !== undefined
      ? undefined
      : example !== undefined
        ? roomOfExample(example, number)
        : lesson !== undefined && step === undefined
          ? roomOfLesson(lesson)
          : undefined;
  const room = said ?? measured;
  const isUnknown = room === undefined && loading !== 'click' && (drawn !== undefined || isPlain);
  const height = attributes['height'] ?? (isUnknown ? String(heightOfView(drawn)) : undefined);
  const [, wide, narrow] = /^(\d{1,5})(?: (\d{1,5}))?$/.exec(height ?? room ?? '') ?? [];
  const style = wide === undefined ? undefined : `--mf-room:${wide}px;--mf-room-narrow:${narrow ?? wide}px`;
  return { room, height, style };
}

/** What the element shows: an example or a lesson by its name, anything else by its link; nothing where it is too long for one. */
function contentOf(
  example: string | undefined,
  lesson: string | undefined,
  scenario: Scenario,
): Attributes | undefined {
  if (example !== undefined) return { example };
  if (lesson !== undefined) return { lesson };
  const fragment = fragmentOf(scenario);
  return fragment === undefined ? undefined : { scenario: fragment };
}

/** A lesson is in the playground alone, likewise. */
function lessonView(lesson: string, attributes: Attributes, base: string | undefined): FenceView {
  if (base === undefined) return failure('a lesson needs the address of a playground (base)');
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(lesson)) return failure(`no name of a lesson: ${JSON.stringify(lesson)}`);
  const link = element('p', {}, element('a', { href: lessonAddress(base, lesson) }, attributes['title'] ?? lesson));
  return {
    kind: 'view',
    html: `${openingOf({ ...attributes, lesson, ...roomOf(attributes, { lesson }) })}${toHtml(link)}${closing}`,
  };
}

function lessonAddress(base: string, lesson: string): string {
  return `${base.replace(/\/?$/, '/')}#l/${lesson}`;
}

type Attributes = Readonly<Record<string, string | undefined>>;

const closing = '</managed-fields-playground>';

/** The element's opening tag, with its attributes escaped as those of all trees are. */
function openingOf(attributes: Attributes): string {
  const given = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
  return toHtml(element('div', given)).replace(/^<div(.*)<\/div>$/s, '<managed-fields-playground$1');
}

function readLink(link: string) {
  const decoded = decodeLink(link.replace(/^[^#]*#/, ''));
  if (decoded.kind === 'scenario') return { kind: 'scenario', scenario: decoded.scenario } as const;
  const code = decoded.kind === 'failure' ? decoded.code : 'not-a-link';
  const message = decoded.kind === 'example' ? 'this link is that of an example: write example=' : `no link: ${code}`;
  return { kind: 'failure', code, problems: [{ message, at: 'scenario' }] } as const;
}

/** Reads `name=value`, `name="a value"` and `name`. */
function readInfo(info: string): Record<string, string> {
  const words = info.matchAll(/([^\s=]+)(?:=(?:"([^"]*)"|'([^']*)'|(\S*)))?/g);
  return Object.fromEntries([...words].map(([, name = '', ...values]) => [name, values.find(isThere) ?? '']));
}

function isThere(value: string | undefined): value is string {
  return value !== undefined;
}

function failure(message: string, line = 0): FenceView {
  return { kind: 'failure', problem: { message, line } };
}
