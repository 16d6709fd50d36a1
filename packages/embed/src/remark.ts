import { type FenceOptions, fenceName, fenceView } from './fence.ts';
import { loadStaticRenderer } from './render-static.ts';

export type { FenceOptions } from './fence.ts';

/** As much of a tree of Markdown (mdast) as the plugin needs. */
interface MarkdownNode {
  readonly type: string;
  readonly lang?: string | null | undefined;
  readonly meta?: string | null | undefined;
  readonly value?: string;
  readonly position?: { readonly start: { readonly line: number; readonly column: number } } | undefined;
  children?: MarkdownNode[];
}

/** As much of a `VFile` as the plugin needs. */
export interface File {
  readonly data: object;
  fail(reason: string, place?: { readonly line: number; readonly column: number }): never;
}

/**
 * A plugin of remark, for Docusaurus, Astro and others that read Markdown or MDX by it: a fence named `managed-fields`
 * becomes a static view of the scenario in it, within the element. A fence that cannot be read fails the file, with the
 * line.
 *
 * @example
 * ```js
 * import { remarkManagedFields } from '@managed-fields/embed/remark';
 *
 * // With remark: `unified().use(remarkParse).use(remarkManagedFields, { base })`.
 * console.log(typeof remarkManagedFields({ base: 'https://fields.example.com/' }));
 * ```
 * ```text
 * function
 * ```
 */
export function remarkManagedFields(
  options: FenceOptions = {},
): (tree: { readonly type: string }, file: File) => Promise<void> {
  return async (tree: MarkdownNode, file) => {
    const fences = fencesOf(tree);
    if (fences.length === 0) return;
    const render = await loadStaticRenderer();
    for (const { parent, index, fence } of fences) {
      const view = fenceView(fence.meta ?? '', fence.value ?? '', render, options);
      if (view.kind === 'failure') {
        const { line, column } = fence.position?.start ?? { line: 1, column: 1 };
        return file.fail(`${fenceName}: ${view.problem.message}`, { line: line + view.problem.line, column });
      }
      parent[index] = nodeOf(view.html, 'astro' in file.data ? 'set:html' : 'dangerouslySetInnerHTML');
    }
  };
}

interface Fence {
  readonly parent: MarkdownNode[];
  readonly index: number;
  readonly fence: MarkdownNode;
}

function fencesOf({ children = [] }: MarkdownNode): readonly Fence[] {
  return children.flatMap((fence, index) =>
    fence.type === 'code' && fence.lang === fenceName ? [{ parent: children, index, fence }] : fencesOf(fence),
  );
}

/**
 * HTML as a node of the tree. MDX passes it on as an element of JSX, whose property sets the HTML, since MDX has no HTML
 * of its own and would give a theme's components for our elements; Markdown makes HTML of its `data`.
 */
function nodeOf(html: string, property: 'set:html' | 'dangerouslySetInnerHTML'): MarkdownNode {
  const literal = { type: 'Literal', value: html, raw: JSON.stringify(html) };
  const key = { type: 'Identifier', name: '__html' };
  const object = {
    type: 'ObjectExpression',
    properties: [
      { type: 'Property', key, value: literal, kind: 'init', method: false, shorthand: false, computed: false },
    ],
  };
  const expression = property === 'set:html' ? literal : object;
  const estree = {
    type: 'Program',
    sourceType: 'module',
    comments: [],
    body: [{ type: 'ExpressionStatement', expression }],
  };
  const value = { type: 'mdxJsxAttributeValueExpression', value: '', data: { estree } };
  const made = {
    type: 'mdxJsxFlowElement',
    name: 'div',
    attributes: [{ type: 'mdxJsxAttribute', name: property, value }],
    children: [],
    data: { hName: 'div', hProperties: {}, hChildren: [{ type: 'raw', value: html }] },
  };
  return made;
}
