import type { ManagerView } from '@managed-fields/player';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { FloatingCard } from '../../../core/ui/floating-card.tsx';
import { knownManager } from '../../../core/view-models/managers.ts';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';

/** The entry that is pointed at or has the focus. */
export interface About {
  readonly manager: ManagerView;
  readonly beside: DOMRect;
}

/** A card with more about an entry, and what a well-known manager is. */
export function ManagerCard({ id, about: { manager, beside } }: { readonly id: string; readonly about: About }) {
  const known = knownManager(manager.manager);
  return (
    <FloatingCard id={id} beside={beside}>
      <p className="hover-path">
        <VisibleText text={manager.manager} />
      </p>
      <p>{words.field.ownerSentence(manager)}</p>
      <p>{words.legend.sizeSentence(manager)}</p>
      {known !== undefined && (
        <p className="legend-known">
          {laterWords.managers.meanings[known.code]} <span>{laterWords.managers.origins[known.from]}</span>
        </p>
      )}
    </FloatingCard>
  );
}
