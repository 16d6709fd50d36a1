import { type FenceOptions, fenceName, fenceView } from './fence.ts';
import { loadStaticRenderer } from './render-static.ts';

export type { FenceOptions } from './fence.ts';

/** As much of a token as a rule reads. */
interface Token {
  readonly info: string;
  readonly content: string;
  readonly map: readonly [number, number] | null;
}

/** As much of a `MarkdownIt` as the plugin needs. Its rule is a method, so that any list of tokens fits. */
export interface Markdown {
  readonly renderer: {
    readonly rules: {
      fence?(tokens: readonly Token[], index: number, options: unknown, env: unknown, self: unknown): string;
    };
  };
}

/**
 * Makes a plugin of markdown-it, which VitePress is built on: a fence named `managed-fields` becomes a static view of the
 * scenario in it, within the element. It resolves once the kinds are loaded, because rules of markdown-it cannot wait.
 * A fence that cannot be read is an `Error` with the file, where the generator names it, and the line.
 *
 * @example
 * ```js
 * import { markdownItManagedFields } from '@managed-fields/embed/markdown-it';
 *
 * // With markdown-it: `new MarkdownIt().use(await markdownItManagedFields({ base }))`.
 * const plugin = await markdownItManagedFields({ base: 'https://fields.example.com/' });
 * console.log(typeof plugin);
 * ```
 * ```text
 * function
 * ```
 */
export async function markdownItManagedFields(options: FenceOptions = {}): Promise<(markdown: Markdown) => void> {
  const render = await loadStaticRenderer();
  return ({ renderer }) => {
    const other = renderer.rules.fence;
    renderer.rules.fence = (tokens, index, ...rest) => {
      const token = tokens[index];
      const [name, ...info] = token?.info.trim().split(' ') ?? [];
      if (token === undefined || name !== fenceName) return other?.(tokens, index, ...rest) ?? '';
      const view = fenceView(info.join(' '), token.content, render, options);
      if (view.kind === 'failure') {
        const { line, message } = view.problem;
        throw new Error(`${placeOf(rest[1])}:${(token.map?.[0] ?? 0) + 1 + line}: ${message}`);
      }
      // Vue compiles what VitePress renders; `v-pre` leaves it alone, and other pages pass over it.
      return `<div v-pre>${view.html}</div>\n`;
    };
  };
}

/** The file that is rendered, as VitePress names it. */
function placeOf(env: unknown): string {
  const { path } = typeof env === 'object' && env !== null ? (env as { readonly path?: unknown }) : {};
  return typeof path === 'string' ? path : fenceName;
}
