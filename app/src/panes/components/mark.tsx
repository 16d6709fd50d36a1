import type { Mark } from '@managed-fields/static-view';

/** A manager's mark as the legend shows it: letter on colour, with its pattern beside. */
export function MarkChip({ mark, large = false }: { readonly mark: Mark; readonly large?: boolean }) {
  return (
    <span className={`mark c${mark.colour} p${mark.pattern}${large ? ' mark-large' : ''}`} aria-hidden="true">
      <b className="letter">{mark.letter}</b>
      <i />
    </span>
  );
}
