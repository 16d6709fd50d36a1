import type { TypeCatalog } from '@managed-fields/api-server';
import { defaultVersion, loadKubernetesTypes, type PlayedVersion } from '@managed-fields/kubernetes-types';
import { formatJson, type ValueMap } from '@managed-fields/merge-engine';
import { staticCss } from '@managed-fields/rendering';
import { defineManagedFieldsView, type ManagedFieldsViewElement, viewName } from '@managed-fields/view';
import { NotInPlugin } from './computed.ts';
import { findingsOf, findingsSection } from './findings.ts';
import { tooLarge } from './large.ts';
import { type Child, make, section } from './nodes.ts';
import { type PlaygroundLink, playgroundLink } from './playground-link.ts';
import { type GivenObject, readObject, textOf } from './read-object.ts';
import { isSecret, nameOf, withoutSecretValues } from './secret-values.ts';
import type { PanelWords } from './words.ts';

/** What a panel shows. */
export interface PanelSubject {
  /** The live object as the host has it; anything else is said to be none. */
  readonly object: unknown;
  readonly words: PanelWords;
  /** Where the playground is; undefined where nobody said it. */
  readonly page: string | undefined;
  /** How it is said where the playground is. */
  readonly pageHint: string;
  /** What else the host has to say of the object: `key` changes where that has to be asked again. */
  readonly more?: { readonly key: string; readonly ask: (asked: AskedMore) => Promise<HostAnswer> };
  /** Where what is said ends, beside what is true of every host. */
  readonly ends?: readonly string[];
}

/** What a host is asked by. */
export interface AskedMore {
  /** Aborted when the panel shows something else, or is gone. */
  readonly signal: AbortSignal;
}

/** What a host says beside the object that it gave. */
export interface HostAnswer {
  /** The live object, where the host had to ask for it. */
  readonly object?: unknown;
  /** The version of Kubernetes of the cluster, where the host knows it. */
  readonly kubernetes?: PlayedVersion;
  /** Makes a part of the panel of the object and the kinds of that version. */
  readonly sections?: (live: ValueMap, kinds: Kinds) => Promise<readonly HTMLElement[]>;
  readonly ends?: readonly string[];
}

/** The built-in kinds of a version of Kubernetes. */
export interface Kinds {
  readonly kubernetes: PlayedVersion;
  readonly catalog: TypeCatalog;
}

/** The name of the element. */
export const panelName = 'managed-fields-panel';

/**
 * What a host's page shows of one object: its owners, what was found in it, what the host adds, and a link to the playground. It
 * draws in a shadow root with a constructed style sheet, and never sends anything by itself.
 */
export class ManagedFieldsPanel extends HTMLElement {
  #subject: PanelSubject | undefined;
  #drawn = '';
  #asked: AbortController | undefined;
  /** The name of the object that is shown. */
  #shown = '';
  /** The large object that its reader wants to be drawn, by its name. */
  #wanted: string | undefined;
  #observer: MutationObserver | undefined;
  readonly #view = document.createElement(viewName) as ManagedFieldsViewElement;
  readonly #status = make('p', { class: 'mf-status', role: 'status' });
  readonly #host = make('div');
  readonly #found = make('div');
  readonly #link = make('div');
  readonly #output = make('p', { role: 'status' });
  #linked: { readonly live: ValueMap; readonly kinds: Kinds } | undefined;
  readonly #ends = make('div');
  readonly #frame = make(
    'div',
    { class: 'mf-panel' },
    this.#status,
    this.#host,
    this.#found,
    this.#view,
    this.#link,
    this.#ends,
  );

  get subject(): PanelSubject | undefined {
    return this.#subject;
  }

  set subject(subject: PanelSubject | undefined) {
    this.#subject = subject;
    this.#draw();
  }

  connectedCallback(): void {
    if (this.shadowRoot === null) {
      const root = this.attachShadow({ mode: 'open' });
      const sheet = new CSSStyleSheet();
      // What a host says of every element is inherited into a shadow root, unless an element inside takes it back.
      const reset = ':host{display:block}:host([hidden]){display:none}.mf-panel{all:initial}';
      sheet.replaceSync(`${reset}${staticCss}${panelCss}`);
      root.adoptedStyleSheets = [sheet];
      root.append(this.#frame);
    }
    // Hosts change their theme by a class or an attribute around.
    this.#observer = new MutationObserver(() => this.#light());
    const asked = { attributes: true, attributeFilter: ['class', 'style', 'data-theme'] };
    for (const each of upwards(this)) this.#observer.observe(each, asked);
    this.#draw();
  }

  disconnectedCallback(): void {
    this.#observer?.disconnect();
    this.#asked?.abort();
    this.#drawn = '';
  }

  #light(): void {
    const ground = groundOf(this);
    this.#frame.classList.toggle('mf-dark', ground === 'dark');
    this.#frame.classList.toggle('mf-light', ground === 'light');
    // An attribute that is set again draws the view again, and folds what its reader opened.
    if (this.#view.getAttribute('theme') !== ground) this.#view.setAttribute('theme', ground);
  }

  #draw(): void {
    if (!this.isConnected || this.#subject === undefined) return;
    this.#light();
    const { object, page, more, words } = this.#subject;
    // A host draws again whenever anything changes; what is shown is drawn again where this object did.
    const drawn = `${textOf(object) ?? '?'}\n${page ?? ''}\n${more?.key ?? ''}\n${words.language}`;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#frame.lang = words.language;
    this.#asked?.abort();
    const asked = new AbortController();
    this.#asked = asked;
    this.#show(this.#subject, asked.signal).catch((error: unknown) => {
      if (asked.signal.aborted) return;
      const { notPlayed, failed } = words.say;
      this.#say(failed({ why: error instanceof NotInPlugin ? notPlayed : messageOf(error) }));
    });
  }

  async #show(subject: PanelSubject, signal: AbortSignal): Promise<void> {
    const { words } = subject;
    const given = readObject(subject.object, words);
    if (this.#waits(given, words)) return;
    this.#linked = undefined;
    this.#output.replaceChildren();
    this.#showObject(given, words);
    this.#ends.replaceChildren(endsOf(words, subject.ends));
    if (given.kind === 'none' && subject.more === undefined) return this.#clear(given.message);
    this.#say(words.say.computing);
    const answer = (await subject.more?.ask({ signal })) ?? {};
    if (signal.aborted) return;
    const live = answer.object === undefined ? given : readObject(answer.object, words);
    if (answer.object !== undefined) {
      if (this.#waits(live, words)) return;
      this.#showObject(live, words);
    }
    this.#ends.replaceChildren(endsOf(words, subject.ends, answer.ends));
    if (live.kind === 'none') return this.#clear(live.message);
    const kubernetes = answer.kubernetes ?? defaultVersion;
    const kinds: Kinds = { kubernetes, catalog: await loadKubernetesTypes(kubernetes) };
    // What was drawn is painted first.
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return;
    const sections = (await answer.sections?.(live.object, kinds)) ?? [];
    const found = findingsSection(await findingsOf(live.text, kinds.catalog, isSecret(live.object), words), words);
    if (signal.aborted) return;
    this.#host.replaceChildren(...sections);
    this.#found.replaceChildren(found);
    this.#showLink(live.object, subject, kinds);
    this.#say('');
  }

  /** Whether an object is so large that its reader is asked first; asks. */
  #waits(given: GivenObject, words: PanelWords): boolean {
    if (given.kind === 'none') return false;
    const why = tooLarge(given.text, words);
    const name = nameOf(given.object);
    if (why === undefined || this.#wanted === name) return false;
    this.#clear('');
    this.#hideView();
    const button = make('button', { type: 'button' }, words.say.large.draw);
    button.addEventListener('click', () => {
      this.#wanted = name;
      this.#drawn = '';
      this.#draw();
    });
    const said = make('p', {}, `${why} ${words.say.large.slow}`);
    this.#host.replaceChildren(section(words.say.large.title, make('div', { class: 'mf-note' }, button, said)));
    return true;
  }

  #showObject(given: GivenObject, { say }: PanelWords): void {
    if (given.kind === 'none') {
      this.#hideView();
      return;
    }
    this.#view.hidden = false;
    // What was said of another object goes at once.
    if (this.#shown !== nameOf(given.object)) this.#clear('');
    this.#shown = nameOf(given.object);
    const label = say.ownersOf({ name: nameOf(given.object) });
    if (this.#view.getAttribute('label') !== label) this.#view.setAttribute('label', label);
    this.#view.object = isSecret(given.object) ? formatJson(withoutSecretValues(given.object, say.hidden)) : given.text;
  }

  #hideView(): void {
    this.#view.hidden = true;
    this.#view.object = undefined;
  }

  #clear(message: string): void {
    for (const each of [this.#host, this.#found, this.#link]) each.replaceChildren();
    this.#say(message);
  }

  #say(text: string): void {
    this.#status.replaceChildren(...make('p', {}, text).childNodes);
  }

  /** The button stays where it is while objects come and go, so that it keeps the focus; a link to another object goes. */
  #showLink(live: ValueMap, { page, pageHint, words }: PanelSubject, kinds: Kinds): void {
    this.#linked = { live, kinds };
    this.#output.replaceChildren();
    const drawn = `${words.language} ${page ?? ''}`;
    if (this.#link.hasChildNodes() && this.#link.dataset['page'] === drawn) return;
    this.#link.dataset['page'] = drawn;
    const { title, make: makeIt } = words.say.link;
    if (page === undefined) {
      this.#link.replaceChildren(section(title, make('p', { class: 'mf-note' }, pageHint)));
      return;
    }
    const button = make('button', { type: 'button' }, makeIt);
    button.addEventListener('click', () => this.#makeLink(page, words));
    this.#link.replaceChildren(section(title, make('div', { class: 'mf-note' }, button, this.#output)));
  }

  #makeLink(page: string, words: PanelWords): void {
    const asked = this.#linked;
    if (asked === undefined) return;
    const answer = (...children: readonly Child[]) => {
      if (this.#linked === asked) this.#output.replaceChildren(...make('p', {}, children).childNodes);
    };
    answer(words.say.link.looking);
    playgroundLink(asked.live, page, asked.kinds, words).then(
      (link) => answer(...(link.kind === 'none' ? [link.message] : opening(link, words))),
      (error: unknown) => answer(words.say.link.failed({ why: messageOf(error) })),
    );
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function opening(
  { href, replaced }: Extract<PlaygroundLink, { kind: 'link' }>,
  { say: { link } }: PanelWords,
): readonly Child[] {
  return [
    make('a', { href, target: '_blank', rel: 'noopener noreferrer' }, link.open),
    ` ${replaced === 0 ? link.plain : link.replaced({ count: replaced })}`,
  ];
}

function endsOf({ say: { ends } }: PanelWords, ...of: readonly (readonly string[] | undefined)[]): HTMLElement {
  const sentences = new Set([ends.proof, ends.rules, ...of.flatMap((each) => each ?? [])]);
  const items = [...sentences].map((sentence) => make('li', {}, sentence));
  return make('details', { class: 'mf mf-ends' }, make('summary', {}, ends.title), make('ul', {}, ...items));
}

/** Defines the element, once. */
export function definePanel(): void {
  defineManagedFieldsView();
  if (customElements.get(panelName) === undefined) customElements.define(panelName, ManagedFieldsPanel);
}

/** Whether a place of a page is light or dark: by the first colour behind it, whatever theme that comes from. */
function groundOf(element: Element): 'light' | 'dark' {
  for (const each of upwards(element)) {
    const colour = readColour(getComputedStyle(each).backgroundColor);
    if (colour !== undefined && colour.alpha > 0.5) return colour.light < 128 ? 'dark' : 'light';
  }
  const scheme = getComputedStyle(element).colorScheme;
  return scheme === 'dark' || (scheme.includes('dark') && matchMedia('(prefers-color-scheme: dark)').matches)
    ? 'dark'
    : 'light';
}

/** The elements around an element, through shadow roots. */
function* upwards(element: Element): Iterable<Element> {
  let at: Node | null = element.parentNode;
  while (at !== null) {
    if (at instanceof Element) yield at;
    at = at instanceof ShadowRoot ? at.host : at.parentNode;
  }
}

/** Reads `rgb(…)` and `rgba(…)`, in which browsers give computed colours; how light it is, from 0 to 255. */
function readColour(text: string): { readonly light: number; readonly alpha: number } | undefined {
  const read = /^rgba?\((\d+(?:\.\d+)?), (\d+(?:\.\d+)?), (\d+(?:\.\d+)?)(?:, (\d+(?:\.\d+)?))?\)$/.exec(text);
  if (read === null) return undefined;
  const [red = 0, green = 0, blue = 0] = read.slice(1, 4).map(Number);
  return { light: 0.299 * red + 0.587 * green + 0.114 * blue, alpha: read[4] === undefined ? 1 : Number(read[4]) };
}

/** The style of the panel, beside that of static views, whose colours it uses. */
const panelCss = `.mf-panel{display:block;font:13px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
.mf-panel>*{margin:0 0 12px}.mf-status{margin:0;color:light-dark(#566170,#a3adba)}.mf-status:empty{display:none}
.mf-panel .mf{margin:0 0 12px}
.mf .mf-found>li{padding:8px 12px}.mf .mf-found>li+li{border-top:1px solid var(--mf-line)}
.mf .mf-soft{color:var(--mf-soft)}
.mf-table{overflow-x:auto;padding:0 12px}.mf .mf-table td{overflow-wrap:anywhere;padding:6px 12px 6px 0}
.mf .mf-badge{display:inline-block}
.mf .mf-takes{background:var(--mf-warn-bg);color:var(--mf-warn)}
.mf button{padding:4px 12px;border:1px solid var(--mf-edge);border-radius:6px;background:var(--mf-sunken);color:var(--mf-ink);font:inherit;cursor:pointer}
.mf .mf-note>p{margin-top:8px}.mf .mf-note>p:empty{display:none}
.mf-ends{padding:8px 12px}.mf .mf-ends>ul,.mf.mf-ends>ul{margin-top:8px;padding-inline-start:20px;list-style:disc}
.mf a{text-decoration:underline;overflow-wrap:anywhere}
`;
