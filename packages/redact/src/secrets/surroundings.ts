import { isList, isMap } from '@managed-fields/merge-engine';
import type { SourceDocument } from '@managed-fields/source';

/** What is known about a text before it is read. */
export interface Surroundings {
  /** Reads a text. Each text is read only once. */
  readonly read: (text: string) => readonly SourceDocument[];
  /** The kind of the object that the text is about, unless the text names it itself; undefined if it is not known. */
  readonly kind: string | undefined;
  /** Whether the text is a JSON patch. */
  readonly patch: boolean;
  /** Fields that are keys of list items, and strings that are members of sets. */
  readonly keys: ReadonlySet<string>;
  readonly items: ReadonlySet<string>;
  /** Strings outside of all last-applied annotations. */
  readonly elsewhere: ReadonlySet<string>;
  /**
   * Where the text comes from: a text of a step, a last-applied annotation, or another string, in which something that
   * looks like an object need not be one.
   */
  readonly within: 'step' | 'last-applied' | 'string';
  /** The number of texts around it. */
  readonly level: number;
}

/** The annotation in which client-side apply stores the configuration. */
export const annotation = 'kubectl.kubernetes.io/last-applied-configuration';

/** The fields that are keys of list items, and the members of sets, in all managedFields and definitions of a text. */
export function listNamesIn(
  text: string,
  read: (text: string) => readonly SourceDocument[],
): { readonly keys: ReadonlySet<string>; readonly items: ReadonlySet<string> } {
  const keys = new Set<string>();
  const items = new Set<string>();
  for (const [, written = ''] of text.matchAll(/["']?k:(\{[^{}\n]{1,1000}\})/g)) {
    for (const [, name = ''] of written.matchAll(/\\*"([^"\\]{1,100})\\*"\s*:/g)) keys.add(name);
  }
  for (const [, item = ''] of text.matchAll(/["']?v:\\*"([^"\\\n]{1,1000})\\*"/g)) items.add(item);
  if (!text.includes('x-kubernetes-list-map-keys')) return { keys, items };
  for (const { value } of read(text)) {
    const visit = (node: typeof value): void => {
      if (isList(node)) for (const child of node) visit(child);
      if (!isMap(node)) return;
      for (const [key, child] of node) {
        if (key !== 'x-kubernetes-list-map-keys' || !isList(child)) visit(child);
        else for (const name of child) if (typeof name === 'string') keys.add(name);
      }
    };
    visit(value);
  }
  return { keys, items };
}
