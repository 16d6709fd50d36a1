import { hasHidden, htmlInMarkdown, visibleParts } from '@managed-fields/foreign-text';

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
export type Nothing = undefined | false;

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
 * A text as trees that hold no hidden character: their names stand out, and what is beside them is isolated, so that
 * nothing turns around.
 */
export function spelled(text: string): readonly Tree[] {
  if (!hasHidden(text)) return [text];
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
  if (typeof tree === 'string') return hasHidden(tree) ? spelled(tree).map(toHtml).join('') : htmlInMarkdown(tree);
  const attributes = Object.entries(tree.attributes).map(([name, value]) =>
    value === true ? ` ${name}` : ` ${name}="${htmlInMarkdown(value)}"`,
  );
  const opening = `<${tree.tag}${attributes.join('')}>`;
  if (tree.tag === 'wbr') return opening;
  return `${opening}${tree.children.map(toHtml).join('')}</${tree.tag}>`;
}
