import { visibleText } from '@managed-fields/foreign-text';
import { cutAt, element, type StaticWords, spelled, type Tree, type TreeElement } from '@managed-fields/rendering';

/**
 * Makes a node look like a tree, keeping what fits, so that focus, selection and scroll positions stay. Only elements,
 * attributes and text are made: nothing that comes as text is ever read as markup.
 */
export function draw(node: Element, tree: TreeElement, leftOut: StaticWords['leftOut']): void {
  // Most lines of a long object are the same trees as before.
  if (drawn.get(node) === tree) return;
  drawn.set(node, tree);
  for (const name of node.getAttributeNames()) if (tree.attributes[name] === undefined) node.removeAttribute(name);
  for (const [name, value] of Object.entries(tree.attributes)) {
    const text = value === true ? '' : visibleText(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
  // What was typed is the reader's; the text that it began with is set once.
  if (node instanceof HTMLTextAreaElement) {
    const [text = ''] = tree.children;
    if (node.defaultValue !== text && typeof text === 'string') node.value = node.defaultValue = text;
    return;
  }
  const wanted = fewOf(tree, leftOut).flatMap((child) => shown(child, leftOut));
  for (const [index, child] of wanted.entries()) {
    const known = node.childNodes[index];
    if (typeof child === 'string') {
      if (known?.nodeType === Node.TEXT_NODE) {
        if (known.nodeValue !== child) known.nodeValue = child;
      } else place(node, known, document.createTextNode(child));
      continue;
    }
    const fits =
      known instanceof Element && known.localName === child.tag && known.getAttribute('data-key') === keyOf(child);
    const own = fits ? known : place(node, known, document.createElement(child.tag));
    draw(own, child, leftOut);
  }
  while (node.childNodes.length > wanted.length) node.lastChild?.remove();
}

/** What each node was drawn from. */
const drawn = new WeakMap<Element, TreeElement>();

function place<N extends Node>(parent: Element, before: ChildNode | undefined, node: N): N {
  if (before === undefined) parent.append(node);
  else before.replaceWith(node);
  return node;
}

function keyOf({ attributes }: TreeElement): string | null {
  const key = attributes['data-key'];
  return typeof key === 'string' ? visibleText(key) : null;
}

/** Children of one element that are drawn, and UTF-16 code units of one text; of more than that it is said how much. */
const mostChildren = 1000;
const longestText = 20_000;

function fewOf({ children }: TreeElement, leftOut: StaticWords['leftOut']): readonly Tree[] {
  if (children.length <= mostChildren) return children;
  const last = children[mostChildren - 1];
  const note = element('span', { class: 'mf-left-out' }, leftOut.items({ count: children.length - mostChildren }));
  const [tag, inside] = typeof last === 'object' ? [last.tag, last.tag === 'tr' ? element('td', {}, note) : note] : [];
  return [...children.slice(0, mostChildren), tag === undefined ? note : element(tag, {}, inside)];
}

/** A text whose hidden characters are elements with their names, cut where it is too long. */
function shown(tree: Tree, leftOut: StaticWords['leftOut']): readonly Tree[] {
  if (typeof tree !== 'string') return [tree];
  const end = cutAt(tree, 0, tree.length, longestText);
  const parts = spelled(tree.slice(0, end));
  if (end === tree.length) return parts;
  return [...parts, element('span', { class: 'mf-left-out' }, ` ${leftOut.characters({ count: tree.length - end })}`)];
}

/** What a click on an element does, and the name by which it stays the same element when it is drawn anew. */
export function act(name: string, value: string | number, key: string): Readonly<Record<string, string>> {
  return { 'data-act': name, 'data-value': String(value), 'data-key': key };
}
