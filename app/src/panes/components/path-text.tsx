import { pathTrees } from '@managed-fields/rendering';
import { Trees } from '../../editor/visible-text.tsx';

/** Draws a path so that it can break between its elements. */
export function PathText({ path }: { readonly path: string }) {
  return <Trees trees={pathTrees(path)} />;
}
