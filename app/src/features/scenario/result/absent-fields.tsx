import type { AnnotatedText } from '@managed-fields/player';
import { identityOf, type Palette } from '@managed-fields/rendering';
import { useMemo, useState } from 'react';
import { PathText, VisibleText } from '../../../core/code-view/visible-text.tsx';
import { MarkChip } from '../../../core/ui/manager-colours.tsx';
import { words } from '../../../core/words/language.ts';

/** How many fields are drawn at first, and with each click on "more": an object can have thousands. */
const portion = 100;

interface AbsentFieldsProps {
  readonly annotated: AnnotatedText;
  readonly colours: Palette;
  readonly onPick: (path: string) => void;
}

/**
 * Lists the fields that are owned but not in the object, which no line shows. Draws them only while the list is open.
 */
export function AbsentFields({ annotated, colours, onPick }: AbsentFieldsProps) {
  const [open, setOpen] = useState(false);
  const absent = useMemo(() => annotated.fields.filter(({ state }) => state === 'absent'), [annotated]);
  if (absent.length === 0) return null;
  return (
    <details className="legend-absent" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {words.legend.absentFields} · {absent.length}
      </summary>
      {open && <AbsentList absent={absent} annotated={annotated} colours={colours} onPick={onPick} />}
    </details>
  );
}

function AbsentList({
  absent,
  annotated: { managers },
  colours,
  onPick,
}: AbsentFieldsProps & { readonly absent: AnnotatedText['fields'] }) {
  const [most, setMost] = useState(portion);
  return (
    <ul>
      {absent.slice(0, most).map((field) => (
        <li key={field.path}>
          <button type="button" className="link" onClick={() => onPick(field.path)}>
            <PathText path={field.path} />
          </button>
          {field.owners
            .flatMap((index) => managers[index] ?? [])
            .map((owner) => (
              <span key={identityOf(owner)} className="owner">
                <MarkChip mark={colours.ofOwner(owner)} />
                <VisibleText text={owner.manager} />
              </span>
            ))}
        </li>
      ))}
      {absent.length > most && (
        <li>
          <button type="button" className="link" onClick={() => setMost(most + portion)}>
            {words.legend.more({ count: absent.length - most })}
          </button>
        </li>
      )}
    </ul>
  );
}
