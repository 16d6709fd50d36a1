/**
 * A static view as plain data, between what is known and what is on screen. `toHtml` prints it for Node; a page makes nodes
 * of it with createElement and text. Whatever stands in it as text is never markup.
 */
export type Tree = TreeElement | string;

/** An element: `true` is an attribute without a value. */
export interface TreeElement {
  readonly tag: Tag;
  readonly attributes: Readonly<Record<string, string | true>>;
  readonly children: readonly Tree[];
  /** Where it stands to the pixel, for React alone: hosts of static views refuse styles in attributes. */
  readonly style?: Readonly<Record<string, string>>;
}

/** The elements that static views are made of; none that runs, loads or frames anything. */
export type Tag =
  | 'a'
  | 'b'
  | 'button'
  | 'code'
  | 'dd'
  | 'details'
  | 'div'
  | 'dl'
  | 'dt'
  | 'em'
  | 'footer'
  | 'h1'
  | 'h2'
  | 'header'
  | 'i'
  | 'label'
  | 'li'
  | 'main'
  | 'nav'
  | 'ol'
  | 'p'
  | 'pre'
  | 'section'
  | 'small'
  | 'span'
  | 'summary'
  | 'table'
  | 'tbody'
  | 'td'
  | 'textarea'
  | 'th'
  | 'thead'
  | 'tr'
  | 'ul'
  | 'wbr';

/** What may stand for a child or an attribute: nothing is left out, so that parts can be written as conditions. */
type Nothing = undefined | false;

/** An element of a tag, with its attributes and what is in it; what is undefined or false is left out. */
export function element(
  tag: Tag,
  attributes: Readonly<Record<string, string | true | Nothing>> = {},
  ...children: readonly (Tree | Nothing | readonly (Tree | Nothing)[])[]
): TreeElement {
  const given = Object.entries(attributes).filter((entry): entry is [string, string | true] => isThere(entry[1]));
  return { tag, attributes: Object.fromEntries(given), children: children.flat().filter(isThere) };
}

function isThere<T>(value: T | Nothing): value is T {
  return value !== undefined && value !== false;
}

/**
 * Characters that draw nothing, or turn what stands after them around, and halves of characters: a reader could not see
 * that they are there, so a static view shows their numbers. Tabs and line breaks stay.
 */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]/u;

const allHidden = new RegExp(hidden, 'gu');

/** A part of a text: `name` is that of a hidden character, such as `U+202E`. */
export interface VisiblePart {
  readonly text: string;
  readonly name: boolean;
}

/** How many parts a text has at most; what follows them is one more, with the names written into it. */
const mostParts = 200;

/** A text with the names of its hidden characters in their places. */
export function visibleParts(text: string): readonly VisiblePart[] {
  if (!hidden.test(text)) return [{ text, name: false }];
  const parts: VisiblePart[] = [];
  let at = 0;
  for (const { 0: character, index } of text.matchAll(allHidden)) {
    if (parts.length >= mostParts) break;
    if (index > at) parts.push({ text: text.slice(at, index), name: false });
    parts.push({ text: nameOf(character), name: true });
    at = index + character.length;
  }
  if (at < text.length) parts.push({ text: visibleText(text.slice(at)), name: false });
  return parts;
}

/** The same as one text, for attributes. */
export function visibleText(text: string): string {
  return text.replace(allHidden, nameOf);
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * A text as trees that hold no hidden character: their names stand out, and what is beside them is isolated, so that
 * nothing turns around.
 */
export function spelled(text: string): readonly Tree[] {
  if (!hidden.test(text)) return [text];
  return visibleParts(text).map((part) =>
    element('span', { class: part.name ? 'mf-hidden-character' : 'mf-isolated' }, part.text),
  );
}

/** Longer paths have no breaks of their own: a key may hold any number of dots. */
const breakable = 1000;

/** A path that can break between its elements. */
export function pathTrees(path: string): readonly Tree[] {
  if (path.length > breakable) return [path];
  return path.split(/(?=[.[])/).flatMap((part, index) => (index === 0 ? [part] : [element('wbr'), part]));
}

/**
 * Prints a tree as HTML. Texts and attributes are escaped, so that nothing in them is markup; nor is it for what compiles
 * pages of Markdown and templates, to which it is one line without an empty one, braces or signs of emphasis.
 */
export function toHtml(tree: Tree): string {
  if (typeof tree === 'string') return hidden.test(tree) ? spelled(tree).map(toHtml).join('') : escaped(tree);
  const attributes = Object.entries(tree.attributes).map(([name, value]) =>
    value === true ? ` ${name}` : ` ${name}="${escaped(visibleText(value))}"`,
  );
  const opening = `<${tree.tag}${attributes.join('')}>`;
  if (tree.tag === 'wbr') return opening;
  return `${opening}${tree.children.map(toHtml).join('')}</${tree.tag}>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '&#10;',
  '{': '&#123;',
  '}': '&#125;',
  '[': '&#91;',
  ']': '&#93;',
  '*': '&#42;',
  _: '&#95;',
  '`': '&#96;',
  '~': '&#126;',
  '\\': '&#92;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"'\n{}[\]*_`~\\]/g, (character) => entities[character] ?? '');
}
