import type { AnnotatedText, ManagerView } from '@managed-fields/scenario';
import { useId, useState } from 'react';
import { words } from '../../language/language.ts';
import { knownManager } from '../../view/managers.ts';
import type { Filter } from '../../view/overlay.ts';
import { identityOf, type Palette } from '../../view/palette.ts';
import { mostUpdaters } from '../../view/updaters.ts';
import { StatesKey } from '../field/states-key.tsx';
import { FloatingCard } from '../parts/floating-card.tsx';
import { MarkChip } from '../parts/mark.tsx';

interface LegendProps {
  readonly annotated: AnnotatedText;
  readonly colours: Palette;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly onPick: (path: string) => void;
}

/** Entries shown before somebody asks for the rest: those that own most. */
const few = 9;

/** Who owns here and how much: a button an entry of managedFields, which shows only what it owns. */
export function Legend({ annotated, colours, filter, onFilter, onPick }: LegendProps) {
  const { managers, fields } = annotated;
  const [all, setAll] = useState(false);
  const nobody = fields.filter(({ leaf, owners, range }) => leaf && range !== undefined && owners.length === 0).length;
  const shown = all ? [...managers.keys()] : largest(managers, filter);
  const toggle = (wanted: Filter, on: boolean) => onFilter(on ? { kind: 'all' } : wanted);
  return (
    <fieldset className={`legend${all ? ' legend-all' : ''}`} aria-label={words.legend.legend}>
      {shown.map((index) => {
        const manager = managers[index];
        if (manager === undefined) return null;
        const on = filter.kind === 'manager' && filter.index === index;
        return (
          <LegendItem
            key={identityOf(manager)}
            manager={manager}
            colours={colours}
            on={on}
            onToggle={() => toggle({ kind: 'manager', index }, on)}
          />
        );
      })}
      {managers.length > few && (
        <button type="button" className="legend-item legend-more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? words.legend.fewer : words.legend.more(managers.length - shown.length)}
        </button>
      )}
      <button
        type="button"
        className="legend-item"
        aria-pressed={filter.kind === 'nobody'}
        title={words.legend.nobodyTitle}
        onClick={() => toggle({ kind: 'nobody' }, filter.kind === 'nobody')}
      >
        {words.legend.nobody} · {nobody}
      </button>
      <Updaters managers={managers} />
      <StatesKey />
      <Absent annotated={annotated} colours={colours} onPick={onPick} />
    </fieldset>
  );
}

interface LegendItemProps {
  readonly manager: ManagerView;
  readonly colours: Palette;
  readonly on: boolean;
  readonly onToggle: () => void;
}

/** One entry; pointed at or focused it says what its name stands for. */
function LegendItem({ manager, colours, on, onToggle }: LegendItemProps) {
  const id = useId();
  const [beside, setBeside] = useState<DOMRect>();
  const known = knownManager(manager.manager);
  const show = (element: HTMLElement) => setBeside(element.getBoundingClientRect());
  const hide = () => setBeside(undefined);
  return (
    <>
      <button
        type="button"
        className="legend-item"
        aria-pressed={on}
        aria-describedby={beside && id}
        onClick={onToggle}
        onMouseEnter={({ currentTarget }) => show(currentTarget)}
        onMouseLeave={hide}
        onFocus={({ currentTarget }) => show(currentTarget)}
        onBlur={hide}
        onKeyDown={({ key }) => key === 'Escape' && hide()}
      >
        <MarkChip mark={colours.ofOwner(manager)} />
        <b>{manager.manager}</b> {words.field.ownerKind(manager)} · {manager.fieldCount}
      </button>
      {beside !== undefined && (
        <FloatingCard id={id} beside={beside}>
          <p className="hover-path">{manager.manager}</p>
          <p>{words.field.ownerSentence(manager)}</p>
          <p>{words.legend.sizeSentence(manager)}</p>
          {known !== undefined && (
            <p className="legend-known">
              {words.managers.meanings[known.code]} <span>{words.managers.origins[known.from]}</span>
            </p>
          )}
        </FloatingCard>
      )}
    </>
  );
}

/** How near the object is to the number of Update entries that a server keeps. */
function Updaters({ managers }: { readonly managers: readonly ManagerView[] }) {
  const count = managers.filter(({ operation }) => operation === 'Update').length;
  if (count === 0) return null;
  return (
    <span className="legend-updaters" title={words.entries.updatersTitle}>
      <meter
        aria-label={words.entries.updatersLabel}
        min={0}
        max={mostUpdaters}
        high={mostUpdaters - 2}
        value={Math.min(count, mostUpdaters)}
      />
      {words.entries.updaters({ count, most: mostUpdaters })}
    </span>
  );
}

/** Fields that are owned and not in the object, so that no line shows them. */
function Absent({
  annotated: { managers, fields },
  colours,
  onPick,
}: Pick<LegendProps, 'annotated' | 'colours' | 'onPick'>) {
  const absent = fields.filter(({ state }) => state === 'absent');
  if (absent.length === 0) return null;
  return (
    <details className="legend-absent">
      <summary>
        {words.legend.absentFields} · {absent.length}
      </summary>
      <ul>
        {absent.map((field) => (
          <li key={field.path}>
            <button type="button" className="link" onClick={() => onPick(field.path)}>
              {field.path}
            </button>
            {field.owners
              .flatMap((index) => managers[index] ?? [])
              .map((owner) => (
                <span key={identityOf(owner)} className="owner">
                  <MarkChip mark={colours.ofOwner(owner)} />
                  {owner.manager}
                </span>
              ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The entries that own most, and the one that is picked, in the order of managedFields. */
function largest(managers: readonly ManagerView[], filter: Filter): readonly number[] {
  const indices = [...managers.keys()];
  if (managers.length <= few) return indices;
  const fields = (index: number) => managers[index]?.fieldCount ?? 0;
  const kept = new Set(indices.toSorted((a, b) => fields(b) - fields(a)).slice(0, few));
  if (filter.kind === 'manager') kept.add(filter.index);
  return indices.filter((index) => kept.has(index));
}
