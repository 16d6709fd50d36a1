import { type Tree, type TreeElement, visibleParts, visibleText } from '@managed-fields/static-view';

/**
 * Makes a node look like a tree, keeping what fits, so that focus, selection and scroll positions stay. Only elements,
 * attributes and text are made: nothing that comes as text is ever read as markup.
 */
export function draw(node: Element, tree: TreeElement): void {
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
  const wanted = tree.children.flatMap(spelled);
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
    const element = fits ? known : place(node, known, document.createElement(child.tag));
    draw(element, child);
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

/** A text whose hidden characters are elements with their names. */
function spelled(tree: Tree): readonly Tree[] {
  if (typeof tree !== 'string') return [tree];
  return visibleParts(tree).map(({ text, name }) =>
    name ? { tag: 'span', attributes: { class: 'mf-ctl' }, children: [text] } : text,
  );
}
