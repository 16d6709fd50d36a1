import { type Mark, markTree } from '@managed-fields/static-view';
import { Trees } from '../../editor/visible-text.tsx';

/** A manager's mark as the legend shows it: letter on colour, with its pattern beside. */
export function MarkChip({ mark, large = false }: { readonly mark: Mark; readonly large?: boolean }) {
  return <Trees trees={[markTree(mark, large)]} />;
}
