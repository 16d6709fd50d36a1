import { pathTrees } from '@managed-fields/rendering';
import { Trees } from '../code-view/visible-text.tsx';

/**
 * Draws the path of a field, or a text that begins with one. It is never shortened: where it is longer than its place it
 * breaks, between its elements if it can.
 */
export function PathText({ path }: { readonly path: string }) {
  return <Trees trees={pathTrees(path)} />;
}
