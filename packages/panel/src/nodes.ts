import { hasHidden, visibleParts } from '@managed-fields/foreign-text';

/** What stands in an element: a text is a text, and never markup. What is undefined or false is left out. */
export type Child = Node | string | undefined | false;

/**
 * Makes an element. Hidden characters of texts stand as their numbers, since texts are those of objects and of servers.
 */
export function make<Name extends keyof HTMLElementTagNameMap>(
  tag: Name,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: readonly (Child | readonly Child[])[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value);
  for (const child of children.flat()) {
    if (child === undefined || child === false) continue;
    if (typeof child === 'string') made.append(...textNodes(child));
    else made.append(child);
  }
  return made;
}

function textNodes(text: string): readonly Node[] {
  if (!hasHidden(text)) return [document.createTextNode(text)];
  return visibleParts(text).map((part) => {
    const span = document.createElement('span');
    span.className = part.name ? 'mf-hidden-character' : 'mf-isolated';
    span.textContent = part.text;
    return span;
  });
}

/** A path that can break between its elements. */
export function pathNode(path: string): HTMLElement {
  const parts = path.length > 1000 ? [path] : path.split(/(?=[.[])/);
  return make('code', {}, ...parts.flatMap((part, index) => (index === 0 ? [part] : [make('wbr'), part])));
}

/** A part of the panel with a heading. */
export function section(title: string, ...children: readonly (Child | readonly Child[])[]): HTMLElement {
  const heading = make('b', { role: 'heading', 'aria-level': '3' }, title);
  return make(
    'div',
    { class: 'mf', role: 'group', 'aria-label': title },
    make('div', { class: 'mf-caption' }, heading),
    ...children,
  );
}

/** A table whose cells have the names of their columns where it is narrow. */
export function table(label: string, columns: readonly string[], rows: readonly (readonly Child[])[]): HTMLElement {
  const head = make('tr', {}, ...columns.map((name) => make('th', { scope: 'col' }, name)));
  const body = rows.map((cells) =>
    make('tr', {}, ...cells.map((cell, index) => make('td', { 'data-head': columns[index] }, cell))),
  );
  return make(
    'div',
    { class: 'mf-table', tabindex: '0', role: 'group', 'aria-label': label },
    make('table', {}, make('thead', {}, head), make('tbody', {}, ...body)),
  );
}
