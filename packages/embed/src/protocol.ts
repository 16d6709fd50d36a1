import type { AnyStep, Outcome } from '@managed-fields/scenario';

/**
 * What a host page and `embed.html` say to each other, version 1. Both sides read what comes by the same checks, and
 * no code here depends on anything.
 *
 * 1. The frame posts a `Handshake` `hello` to its parent, with targetOrigin `*`, since it holds nothing private; once, as
 *    soon as it listens.
 * 2. A host that gave the frame a nonce in its address (`nonceFragment`) finds it in the hello, and beside it a
 *    MessagePort: whoever holds its other end is the page of that address, whatever the frame shows later. The frame has
 *    taken the nonce out of its address before that and says it once; a hello that says another one, or none, is not
 *    answered.
 * 3. A frame without a nonce sends no port. Its host, seeing that the event's source is its own frame, answers with a
 *    `port` that carries one. The frame takes the first that comes from its parent, and no other. Where the frame has no
 *    origin, such a host cannot know what page answers it, and had better give a nonce.
 * 4. From then on both speak over the port only: `ParentMessage` to the frame, `ChildMessage` from it.
 *
 * A frame that never gets a port shows what its address says. One whose address says nothing waits for `load`.
 *
 * A newer version adds fields and kinds, which readers pass over; it raises the number only where the older one would
 * misread it. A loader of before nonces speaks with every frame by step 3. A frame of before them says a hello without
 * one, so that a newer loader leaves it out of the page (`no-answer`): deploy the playground before you take its loader.
 */
export const protocolVersion = 1;

/** What the two windows post to each other before there is a port. */
export interface Handshake {
  readonly managedFields: 'hello' | 'port';
  readonly v: typeof protocolVersion;
  /** In a hello: what the frame's address gave it. */
  readonly nonce?: unknown;
}

const nonced = /^#?nonce=([\w-]+)&?/;

/** The fragment that gives a frame a nonce (letters, digits, `-` and `_`, which nobody can guess) before what it shows. */
export function nonceFragment(nonce: string, shown = ''): string {
  return `nonce=${nonce}&${shown}`;
}

/** The nonce of a fragment, with or without its `#`, and what the fragment shows; without a nonce all of it. */
export function readNonce(fragment: string): { readonly nonce: string | undefined; readonly shown: string } {
  return { nonce: nonced.exec(fragment)?.[1], shown: fragment.replace(nonced, '').replace(/^#/, '') };
}

/** A posted value as a handshake of the wanted kind, in our version; `false` for all else that windows post. */
export function isHandshake(data: unknown, wanted: Handshake['managedFields']): data is Handshake {
  return isRecord(data) && data['managedFields'] === wanted && data['v'] === protocolVersion;
}

/** The views of the result that an embed can show. */
export const embedViews = ['object', 'changes', 'managedfields', 'table', 'conflict'] as const;
export type EmbedView = (typeof embedViews)[number];

/** How an embed is shown. All of it can stand in the address of `embed.html` (`?step=3&theme=dark`) and in a `set`. */
export interface EmbedSettings {
  /** The selected step, counted from 1. */
  readonly step?: number;
  readonly view?: EmbedView;
  /** `auto` is the reader's system; a host that knows its own theme says which. */
  readonly theme?: 'auto' | 'light' | 'dark';
  /** The path of a field as messages of conflicts write it (`.spec.replicas`); empty: none. */
  readonly focus?: string;
  /** Only the fields of this manager; empty: everybody's. */
  readonly manager?: string;
  /** The language of the embed's own words as HTML names it; empty: the reader's. */
  readonly lang?: string;
  /** `min` leaves the steps out, `none` all but the text. */
  readonly controls?: 'full' | 'min' | 'none';
  /** Whether readers may change the texts in the embed. */
  readonly editable?: boolean;
  /** `auto`: the host makes the frame as high as `resize` says, so the page in it never scrolls; else the host's pixels. */
  readonly height?: 'auto' | number;
}

const settingChecks: { readonly [K in keyof EmbedSettings]-?: (value: unknown) => EmbedSettings[K] } = {
  step: (value) => countOf(value, 500),
  view: (value) => embedViews.find((view) => view === value),
  theme: (value) => (value === 'auto' || value === 'light' || value === 'dark' ? value : undefined),
  focus: (value) => lineOf(value),
  manager: (value) => lineOf(value),
  lang: (value) => (/^([a-z]{2,3}(-[a-z0-9]{2,8})*)?$/i.test(String(value)) ? String(value) : undefined),
  controls: (value) => (value === 'full' || value === 'min' || value === 'none' ? value : undefined),
  editable: (value) => (typeof value === 'boolean' ? value : value === '' || value === 'true'),
  height: (value) => (value === 'auto' ? value : countOf(value, 20_000)),
};

/** The names of all settings, as attributes of the element and in the address. */
export const settingNames = [
  'step',
  'view',
  'theme',
  'focus',
  'manager',
  'lang',
  'controls',
  'editable',
  'height',
] as const satisfies readonly (keyof EmbedSettings)[];

/** Settings as attributes and addresses write them, which `readSettings` reads. */
export type WrittenSettings = { readonly [K in keyof EmbedSettings]?: string | EmbedSettings[K] | undefined };

/**
 * Reads settings from anything with their names: a `set`, attributes, or `Object.fromEntries(url.searchParams)`. A
 * number may be written in digits; `editable` is true as an attribute is. What is unknown or cannot be read is left out.
 */
export function readSettings(from: unknown): EmbedSettings {
  if (!isRecord(from)) return {};
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = from[name] === undefined ? undefined : settingChecks[name](from[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A scenario in plain form, version 1: what scenario files hold, as data. The frame reads it by the same strict check. */
export interface ScenarioForm {
  readonly version: 1;
  readonly title?: string;
  readonly about?: string;
  readonly steps: readonly StepForm[];
}

/** One step in plain form: a step whose text may be missing, and without an id, which is given when it is read. */
export type StepForm = Omit<AnyStep, 'id' | 'text'> & Partial<Pick<AnyStep, 'text'>>;

/** What an embed is to show: exactly one of these. As it is read, `Form` is any object; hosts write a `ScenarioForm`. */
export type EmbedContent<Form extends object = object> =
  /** Plain data, not checked yet. */
  | { readonly scenario: Form }
  /** The text of a scenario file, YAML or JSON. */
  | { readonly file: string }
  /** The fragment of a link, without `#`. */
  | { readonly fragment: string }
  /** The name of an example of the gallery. */
  | { readonly example: string }
  /** The address of a file that the host could not fetch; the frame says so. */
  | { readonly unreachable: string }
  /** What the host says to be the folder of the playground, and no page can lie at; the frame says so. */
  | { readonly misplaced: string };

// Longest texts that are read, in UTF-16 units; what is longer is malformed.
const fileCeiling = 1_500_000;
const fragmentCeiling = 65_536;

/**
 * Reads what is to be shown from anything with those names; undefined unless exactly one can be read. That a `scenario`
 * is one in truth is for the frame to check.
 */
export function readContent(from: unknown): EmbedContent | undefined {
  if (!isRecord(from)) return undefined;
  const { scenario, file, fragment, example, unreachable, misplaced } = from;
  const found: EmbedContent[] = [];
  if (isRecord(scenario)) found.push({ scenario });
  if (typeof file === 'string' && file.length <= fileCeiling) found.push({ file });
  if (typeof fragment === 'string' && fragment.length <= fragmentCeiling) found.push({ fragment });
  if (typeof example === 'string' && /^[a-z0-9-]{1,100}$/.test(example)) found.push({ example });
  if (typeof unreachable === 'string') found.push({ unreachable: unreachable.slice(0, 1000) });
  if (typeof misplaced === 'string') found.push({ misplaced: misplaced.slice(0, 1000) });
  return found.length === 1 ? found[0] : undefined;
}

/** What the host says. */
export type ParentMessage<Settings extends WrittenSettings = EmbedSettings> =
  | ({ readonly kind: 'load' } & EmbedContent)
  /** The changed settings; the others stay. The loader posts them as they are written. */
  | ({ readonly kind: 'set' } & Settings)
  /** Asks for the scenario as it is now; answered with `scenario`, or with `error`, of the same id. */
  | { readonly kind: 'get'; readonly id: number };

/** How a step ended, in one word of the engine's; newer embeds may know more of them, as of views. */
export type EmbedOutcome = Outcome['status'] | (string & {});

/** Where the reader is in an embed. */
export interface EmbedState {
  /** The selected step, from 1; 0 where there is none. */
  readonly step: number;
  readonly steps: number;
  /** Of the selected step; empty until the engine has answered. */
  readonly outcome: EmbedOutcome;
  readonly view: EmbedView | (string & {});
}

/** Why an embed shows nothing, or did not do what it was asked. */
export interface EmbedError {
  /** Letters, digits and hyphens: a failure's code of links and files, `unknown-example`, `malformed`, … */
  readonly code: string;
  /** A sentence in the embed's language. */
  readonly message: string;
}

/** What the frame says. It never holds text of the scenario but its `title` and the answer to `get`. */
export type ChildMessage =
  /** Once a port: what was asked for is drawn, or the reason why not. A `resize` has come before. */
  | { readonly kind: 'ready' }
  /** CSS pixels that the whole page needs at its present width, a whole number; sent only when it changes. */
  | { readonly kind: 'resize'; readonly height: number }
  /** After each change of any of it. */
  | ({ readonly kind: 'state' } & EmbedState)
  /** What to call the frame: the scenario's title, or else who writes in it; empty where there is no scenario. */
  | { readonly kind: 'title'; readonly title: string }
  /** The reader selected a field, as messages of conflicts write paths; empty: none any more. */
  | { readonly kind: 'select'; readonly path: string }
  /** With the id of a `get` where it answers one. */
  | ({ readonly kind: 'error'; readonly id?: number } & EmbedError)
  /** The fragment of a link that opens this scenario in the playground, without `#`. */
  | { readonly kind: 'scenario'; readonly id: number; readonly fragment: string };

/** A message as it is posted. */
export type Posted<Message> = Message & { readonly v: typeof protocolVersion };

/** What came over a port, read. A refusal is answered with `error` by the frame and passed over by the loader. */
export type Received<Message> =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'refused'; readonly code: 'malformed' | 'newer-version' | 'unknown-kind' };

/** A message ready to post. */
export function posted<Message extends ParentMessage<WrittenSettings> | ChildMessage>(
  message: Message,
): Posted<Message> {
  return { v: protocolVersion, ...message };
}

/** Reads what the host posted over the port. */
export function readParentMessage(data: unknown): Received<ParentMessage> {
  return received(data, {
    load: (from) => {
      const content = readContent(from);
      return content && { kind: 'load', ...content };
    },
    set: (from) => ({ kind: 'set', ...readSettings(from) }),
    get: ({ id }) => (isCount(id) ? { kind: 'get', id } : undefined),
  });
}

/** Reads what the frame posted over the port. */
export function readChildMessage(data: unknown): Received<ChildMessage> {
  return received(data, childReaders);
}

/** The message that the frame posted over the port; undefined for all else, which the loader passes over. */
export function childMessage(data: unknown): ChildMessage | undefined {
  if (!isRecord(data) || data['v'] !== protocolVersion) return undefined;
  return readerOfKind(childReaders, data['kind'])?.(data);
}

const childReaders: Readers<ChildMessage> = {
  ready: readerOf({}),
  resize: readerOf({ height: (height) => isCount(height) && height < 1e6 }),
  state: readerOf({ step: isCount, steps: isCount, outcome: isCode, view: isCode }),
  title: readerOf({ title: isText }),
  select: readerOf({ path: isText }),
  error: readerOf({ id: (id) => id === undefined || isCount(id), code: isCode, message: isText }),
  scenario: readerOf({ id: isCount, fragment: isText }),
};

type Fields = Readonly<Record<string, unknown>>;

type Readers<Message extends { readonly kind: string }> = {
  readonly [K in Message['kind']]: (from: Fields) => Extract<Message, { readonly kind: K }> | undefined;
};

function received<Message extends { readonly kind: string }>(
  data: unknown,
  readers: Readers<Message>,
): Received<Message> {
  if (!isRecord(data) || !isCount(data['v']) || data['v'] < 1) return { kind: 'refused', code: 'malformed' };
  if (data['v'] > protocolVersion) return { kind: 'refused', code: 'newer-version' };
  const read = readerOfKind(readers, data['kind']);
  if (read === undefined) return { kind: 'refused', code: 'unknown-kind' };
  const message = read(data);
  return message === undefined ? { kind: 'refused', code: 'malformed' } : { kind: 'message', message };
}

/** The reader of a kind; names that every object has are none. */
function readerOfKind<Message extends { readonly kind: string }>(readers: Readers<Message>, kind: unknown) {
  const isKind = (name: unknown): name is Message['kind'] => typeof name === 'string' && Object.hasOwn(readers, name);
  return isKind(kind) ? readers[kind] : undefined;
}

/** A reader that takes a message as it is where each of its fields holds by its check. */
function readerOf<Message extends { readonly kind: string }>(
  shape: { readonly [F in Exclude<keyof Message, 'kind'>]-?: (value: unknown) => boolean },
): (from: Fields) => Message | undefined {
  const checks = Object.entries<(value: unknown) => boolean>(shape);
  const holds = (from: Fields): from is Fields & Message => checks.every(([name, check]) => check(from[name]));
  return (from) => (holds(from) ? from : undefined);
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= fragmentCeiling;
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z0-9-]{0,40}$/i.test(value);
}

/** A whole number from 1 to a ceiling, also in digits. */
function countOf(value: unknown, ceiling: number): number | undefined {
  const count = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value;
  return isCount(count) && count >= 1 && count <= ceiling ? count : undefined;
}

function lineOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= 1000 ? value : undefined;
}
