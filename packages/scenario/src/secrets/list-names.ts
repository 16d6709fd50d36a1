import { isList, isMap } from '@managed-fields/merge-engine';
import type { SourceDocument } from '@managed-fields/source';

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
