import { contentOfChildren } from './children.ts';
import { folderOf, frameAddress, isOurs, makeFrame } from './frame.ts';
import {
  type ChildMessage,
  childMessage,
  type EmbedContent,
  type EmbedError,
  type EmbedSettings,
  type EmbedState,
  isHandshake,
  type ParentMessage,
  posted,
  type ScenarioForm,
  settingNames,
  type WrittenSettings,
} from './protocol.ts';
import { Shell } from './shell.ts';
import { hostTheme, watchHostTheme } from './theme.ts';

/** The element's own events, whose `detail` is the frame's message; none of them bubbles. */
export type PlaygroundEvent = 'ready' | 'state' | 'select' | 'error';

/**
 * The detail of an event. Beside the frame's, the loader has three codes of `error`: `unreachable` (the file at `src`),
 * `misplaced` (`base` is no address of a page) and `no-answer` (of the frame).
 */
export type PlaygroundDetail<K extends PlaygroundEvent = PlaygroundEvent> = Extract<ChildMessage, { readonly kind: K }>;

/** What `get` answers; the address opens the scenario in the playground. `gone`: the element left the page before. */
export type PlaygroundAnswer =
  | { readonly kind: 'scenario'; readonly fragment: string; readonly address: string }
  | ({ readonly kind: 'failure' } & EmbedError);

/** What an attribute is set to as a property: `null` and `false` take it away, `true` makes it an empty one. */
export type AttributeValue = string | number | boolean | null | undefined;

export type SettingName = keyof EmbedSettings;
export const contentNames = ['src', 'scenario', 'example', 'lesson'] as const;
const propertyNames = [...settingNames, ...contentNames, 'base', 'loading'].filter(
  (name): name is PropertyName => name !== 'lang',
);

/** The attributes that are properties as well, beside `title` and `lang`, which every element has. */
export type PropertyName = Exclude<SettingName, 'lang'> | (typeof contentNames)[number] | 'base' | 'loading';

/** What a setting becomes where its attribute is taken away; the step stays as it is. */
const absent: EmbedSettings = { view: 'object', focus: '', manager: '', controls: 'full', editable: false };

/** How long a frame may be silent once it is loaded, in milliseconds. */
const helloTimeoutMs = 10_000;

export type Listening = {
  addEventListener<K extends PlaygroundEvent>(
    type: K,
    listener: (event: CustomEvent<PlaygroundDetail<K>>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
};

/** An element with our properties and events. Where there is no screen, a class that nobody makes. */
export const PlaygroundBase = (globalThis.HTMLElement ?? Object) as new () => Record<PropertyName, AttributeValue> &
  Listening &
  HTMLElement;

/**
 * `<managed-fields-playground>`: a frame of the playground in somebody else's page. Its children are shown until the
 * frame is ready, and for ever where it cannot be.
 */
export class ManagedFieldsPlayground extends PlaygroundBase {
  static readonly observedAttributes = [...settingNames, ...contentNames, 'title'];
  /** The folder in which the playground lies, where an element's `base` says no other. */
  static base = '';

  /** Where the reader was when the frame last said it. */
  state: EmbedState | undefined;

  readonly #shell = new Shell(this);
  readonly #children = new MutationObserver(() => this.#follow());
  /** Aborted when the element leaves the page, or its frame does. */
  #stay = new AbortController();
  #frame: HTMLIFrameElement | undefined;
  #port: MessagePort | undefined;
  #content: EmbedContent | undefined;
  /** The content that the frame was given. */
  #given: EmbedContent | undefined;
  /** What attributes and children said when they were last read. */
  #written = '';
  /** The settings that the frame's address says no longer. */
  readonly #changed = new Set<SettingName>();
  readonly #questions = new Map<number, (answer: PlaygroundAnswer) => void>();
  #lastQuestion = 0;
  /** The title of the scenario in the frame. */
  #named = '';
  /** The height that the frame last asked for. */
  #asked: number | undefined;

  /** Shows something else than attributes and children say, until they change. */
  load(content: EmbedContent<ScenarioForm>): void {
    this.#follow(content);
  }

  /** Sets attributes; the frame follows without being loaded again. */
  set(settings: EmbedSettings): void {
    for (const [name, value] of Object.entries(settings)) reflect(this, name, value);
  }

  /** Asks for the scenario as it is now, with what the reader changed; loads the frame if there is none yet. */
  get(): Promise<PlaygroundAnswer> {
    const id = ++this.#lastQuestion;
    this.#start();
    return new Promise((answer) => {
      this.#questions.set(id, answer);
      this.#post({ kind: 'get', id });
    });
  }

  connectedCallback(): void {
    for (const name of propertyNames) {
      // Set before the class was known, and since then in the way of the property.
      const early = this[name];
      if (Object.hasOwn(this, name) && Reflect.deleteProperty(this, name)) reflect(this, name, early);
    }
    // The parser connects an element before it reads its children.
    if (document.readyState !== 'loading' || contentNames.some((name) => this.hasAttribute(name))) this.#begin();
    else document.addEventListener('DOMContentLoaded', () => this.#begin(), { signal: this.#stay.signal });
  }

  disconnectedCallback(): void {
    this.#drop({ code: 'gone', message: '' });
  }

  /** Moved as a whole by `moveBefore`: the frame goes on. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(name: string): void {
    if (!this.#frame) return;
    if (name === 'title') this.#frame.title = this.#name();
    const setting = settingNames.find((each) => each === name);
    if (setting) this.#change(setting);
    else this.#follow();
  }

  #begin(): void {
    const loading = this.getAttribute('loading');
    if (loading === 'eager') this.#start();
    else if (loading === 'click') this.#startByButton();
    else this.#startInSight();
  }

  #startByButton(): void {
    const button = document.createElement('button');
    button.textContent = this.#name();
    button.onclick = () => this.#start();
    this.#shell.put(button, this.#height() ?? 56);
  }

  #startInSight(): void {
    this.#shell.put(undefined, this.#height());
    const sight = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) this.#start();
        if (this.#frame) sight.disconnect();
      },
      { rootMargin: '400px' },
    );
    sight.observe(this);
  }

  #start(): void {
    if (this.#frame || !this.isConnected) return;
    const { signal } = this.#stay;
    const base = this.getAttribute('base');
    const wrong = base && !folderOf(base) && base;
    // biome-ignore lint/performance/useDomNodeTextContent: children that are not drawn say nothing.
    if (wrong && this.innerText) {
      this.#report({ kind: 'error', code: 'misplaced', message: wrong });
      return;
    }
    const frame = makeFrame(this.#name(), this.getAttribute('sandbox'));
    const nonce = crypto.getRandomValues(new Uint32Array(4)).join('-');
    this.#frame = frame;
    this.#changed.clear();
    this.#follow();
    if (wrong) this.#take({ misplaced: wrong });
    const said = this.#content && 'fragment' in this.#content ? this.#content : undefined;
    const address = frameAddress(
      this.#folder(),
      { ...this.#settings(settingNames), title: this.title || undefined },
      said?.fragment,
      nonce,
    );
    const silence = { kind: 'error', code: 'no-answer', message: '' } as const;
    // The frame was led to another page, which is neither shown nor spoken with.
    const leave = () => {
      this.#drop(silence);
      this.#report(silence);
    };
    const greet = (event: MessageEvent) => {
      const [port] = event.ports;
      if (!isHandshake(event.data, 'hello') || !isOurs(event, frame, address.origin)) return;
      if (this.#port) leave();
      else if (port && event.data.nonce === nonce) {
        this.#given = said;
        this.#connect(port);
      }
    };
    addEventListener('message', greet, { signal });
    frame.onload = () => {
      frame.onload = leave;
      setTimeout(() => signal.aborted || this.#port || this.#report(silence), helloTimeoutMs);
    };
    this.#children.observe(this, { childList: true, characterData: true, attributes: true, subtree: true });
    let { theme } = this.#settings(['theme']);
    const follow = () => {
      const now = this.#settings(['theme']).theme;
      if (now !== theme) this.#change('theme');
      theme = now;
    };
    watchHostTheme(follow, signal);
    frame.src = address.href;
    this.#shell.put(frame, this.#height());
  }

  /** Lets the frame go, and with it whoever waits for an answer of it. */
  #drop(error: EmbedError): void {
    this.#stay.abort();
    this.#stay = new AbortController();
    this.#shell.put(undefined);
    this.#port?.close();
    this.#port = this.#frame = this.#asked = undefined;
    for (const id of this.#questions.keys()) this.#answer(id, { ...error, kind: 'failure' });
  }

  /** Takes the channel to the frame, and says all that its address does not. */
  #connect(port: MessagePort): void {
    this.#port = port;
    port.onmessage = ({ data }) => this.#hear(data);
    if (this.#changed.size > 0) this.#post({ kind: 'set', ...this.#settings([...this.#changed], absent) });
    this.#give();
    for (const id of this.#questions.keys()) this.#post({ kind: 'get', id });
  }

  #hear(data: unknown): void {
    const message = childMessage(data);
    if (!message) return;
    switch (message.kind) {
      case 'resize':
        this.#asked = message.height;
        this.#shell.fit(this.#height());
        return;
      case 'title':
        this.#named = message.title;
        if (this.#frame) this.#frame.title = this.#name();
        return;
      case 'scenario': {
        const { id, fragment } = message;
        this.#answer(id, { kind: 'scenario', fragment, address: `${this.#folder()}#${fragment}` });
        return;
      }
      case 'error':
        if (message.id !== undefined) this.#answer(message.id, { ...message, kind: 'failure' });
        else this.#report(message);
        return;
      case 'ready':
        // Of an example or a lesson that is not there the children say more than the frame.
        // biome-ignore lint/performance/useDomNodeTextContent: children that are not drawn say nothing.
        if (!this.state?.steps && this.matches('[example],[lesson]') && this.innerText) break;
        this.#shell.reveal();
        this.#shell.fit(this.#height());
        break;
      case 'state':
        this.state = message;
        break;
    }
    this.#report(message);
  }

  /** Takes what attributes and children ask for, where that is something else than before; or what is to be loaded. */
  #follow(loaded?: EmbedContent): void {
    const [src, link, example, lesson] = contentNames.map((name) => this.getAttribute(name));
    const named = (example && `x/${example}`) || (lesson && `l/${lesson}`);
    const fragment = link?.replace(/^[^#]*#/, '') ?? named;
    const content: EmbedContent = fragment ? { fragment } : contentOfChildren(this);
    const written = JSON.stringify([src, content]);
    if (!loaded && written === this.#written) return;
    this.#written = written;
    if (loaded || !src) this.#take(loaded ?? content);
    else {
      const before = this.#content;
      // Unless something else was loaded, or is to be read, since.
      const take = (read: EmbedContent) => written === this.#written && this.#content === before && this.#take(read);
      readFile(src).then(
        (file) => take({ file }),
        // Where no child says anything, the frame says why there is nothing.
        (reason) =>
          // biome-ignore lint/performance/useDomNodeTextContent: children that are not drawn say nothing.
          this.innerText
            ? this.#report({ kind: 'error', code: 'unreachable', message: String(reason) })
            : take({ unreachable: src }),
      );
    }
  }

  #take(content: EmbedContent | undefined): void {
    this.#content = content;
    this.#give();
  }

  #give(): void {
    if (!this.#port || !this.#content || this.#content === this.#given) return;
    this.#given = this.#content;
    this.#post({ kind: 'load', ...this.#content });
  }

  #change(name: SettingName): void {
    this.#changed.add(name);
    if (name === 'height') this.#shell.fit(this.#height());
    this.#post({ kind: 'set', ...this.#settings([name], absent) });
  }

  /** The settings of these names as they are written, or else as they are round the element or given. */
  #settings(names: readonly SettingName[], unwritten: WrittenSettings = {}): WrittenSettings {
    const lang = this.closest<HTMLElement>('[lang]')?.lang;
    const around: WrittenSettings = { ...unwritten, theme: hostTheme(this), height: 'auto', lang };
    const written = names.map((name) => {
      const value = this.getAttribute(name);
      return [name, (name === 'theme' && value === 'auto' ? null : value) ?? around[name]];
    });
    return Object.fromEntries(written);
  }

  /** In CSS pixels: what the author wrote, or else what the frame asked for, or what it will ask for as `room` says. */
  #height(): number | undefined {
    const room = this.getAttribute('room')?.split(' ')[this.clientWidth < 560 ? 1 : 0];
    return Number(this.getAttribute('height')) || this.#asked || Number(room) || undefined;
  }

  /** The name of the frame and of the button: the author's, the scenario's, or else the project's, the same in every language. */
  #name(): string {
    return this.title || this.#named || 'managedFields playground';
  }

  #folder(): string {
    const { base } = ManagedFieldsPlayground;
    return folderOf(this.getAttribute('base') ?? base) || folderOf(base);
  }

  #post(message: ParentMessage<WrittenSettings>): void {
    this.#port?.postMessage(posted(message));
  }

  #answer(id: number, answer: PlaygroundAnswer): void {
    this.#questions.get(id)?.(answer);
    this.#questions.delete(id);
  }

  #report(detail: PlaygroundDetail): void {
    this.dispatchEvent(new CustomEvent(detail.kind, { detail }));
  }
}

for (const name of propertyNames) {
  Object.defineProperty(ManagedFieldsPlayground.prototype, name, {
    get(this: HTMLElement) {
      return this.getAttribute(name);
    },
    set(this: HTMLElement, value: AttributeValue) {
      reflect(this, name, value);
    },
  });
}

function reflect(element: HTMLElement, name: string, value: AttributeValue): void {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}

async function readFile(address: string): Promise<string> {
  const answer = await fetch(address);
  return answer.ok ? answer.text() : Promise.reject(answer.status);
}
