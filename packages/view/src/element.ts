import { spelled, staticCss, type Tree, type TreeElement } from '@managed-fields/rendering';
import { type GivenObject, type ObjectViewOptions, objectView } from './object-view.ts';

/**
 * `<managed-fields-view>`: an object with the owners of its fields. The object is its property `object`, or the text inside of
 * the element. It draws in a shadow root, so that the styles of the page and of the view leave each other alone, and
 * with a constructed style sheet, so that a strict Content-Security-Policy lets it.
 */
export interface ManagedFieldsViewElement extends HTMLElement {
  /** The object that is shown; without one the text of the element is read. */
  object: GivenObject;
}

/** Where there is no screen, a class that nobody makes. */
const Base = (globalThis.HTMLElement ?? Object) as new () => HTMLElement;

/** The class of the element, for `instanceof` and for a name of one's own. */
export const ManagedFieldsViewElement: {
  new (): ManagedFieldsViewElement;
  readonly observedAttributes: readonly string[];
} = class extends Base implements ManagedFieldsViewElement {
  static readonly observedAttributes = ['theme', 'label'];

  #object: GivenObject;
  #root: ShadowRoot | undefined;

  get object(): GivenObject {
    return this.#object;
  }

  set object(given: GivenObject) {
    this.#object = given;
    this.#draw();
  }

  connectedCallback(): void {
    if (this.#root === undefined) {
      this.#root = this.attachShadow({ mode: 'open' });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(`:host{display:block;text-align:left}:host([hidden]){display:none}${staticCss}`);
      this.#root.adoptedStyleSheets = [sheet];
    }
    this.#draw();
  }

  attributeChangedCallback(): void {
    this.#draw();
  }

  #draw(): void {
    if (this.#root === undefined) return;
    const given = this.#object ?? this.textContent ?? '';
    this.#root.replaceChildren(nodeOf(objectView(given, this.#options()), this.ownerDocument));
  }

  #options(): ObjectViewOptions {
    const theme = this.getAttribute('theme');
    const label = this.getAttribute('label');
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
      ...(label === null ? {} : { label }),
    };
  }
};

/** A tree as nodes: texts are texts, and never markup; hidden characters stand as their numbers, as `toHtml` prints them. */
function nodesOf(tree: Tree, document: Document): readonly Node[] {
  if (typeof tree !== 'string') return [nodeOf(tree, document)];
  const [first, ...others] = spelled(tree);
  if (others.length === 0 && first === tree) return [document.createTextNode(tree)];
  // What is spelled holds no hidden character any more.
  return [first, ...others].flatMap((each) => (each === undefined ? [] : nodesOf(each, document)));
}

function nodeOf(tree: TreeElement, document: Document): Node {
  const made = document.createElement(tree.tag);
  for (const [name, value] of Object.entries(tree.attributes)) made.setAttribute(name, value === true ? '' : value);
  made.append(...tree.children.flatMap((child) => nodesOf(child, document)));
  return made;
}

/** The name of the element. */
export const viewName = 'managed-fields-view';

/** Defines `<managed-fields-view>`, once; does nothing where there is no screen, or where it is defined already. */
export function defineManagedFieldsView(): void {
  if (globalThis.customElements === undefined || customElements.get(viewName) !== undefined) return;
  customElements.define(viewName, ManagedFieldsViewElement);
}
