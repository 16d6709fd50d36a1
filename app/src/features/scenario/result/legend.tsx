import { maxUpdaters } from '@managed-fields/merge-engine';
import type { AnnotatedText, ManagerView } from '@managed-fields/player';
import { type Filter, type LegendItem as Item, legendItems, type Palette } from '@managed-fields/rendering';
import { useId, useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { MarkChip } from '../../../core/ui/manager-colours.tsx';
import { useLayout } from '../../../core/ui/media.ts';
import { Term } from '../../../core/ui/term.tsx';
import { words } from '../../../core/words/language.ts';
import { ManagerCard, StatesKey } from '../../later-panes.ts';
import { AbsentFields } from './absent-fields.tsx';
import type { About } from './manager-card.tsx';

interface LegendProps {
  readonly annotated: AnnotatedText;
  readonly colours: Palette;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly onPick: (path: string) => void;
}

/** How many entries are shown at first: those that own most. */
const few = { wide: 9, middle: 6, narrow: 9 };

/** The legend: a button for each entry of managedFields, with how much it owns. A click shows only what it owns. */
export function Legend({ annotated, colours, filter, onFilter, onPick }: LegendProps) {
  const { managers, fields } = annotated;
  const id = useId();
  const most = few[useLayout()];
  const [all, setAll] = useState(false);
  const [keyOpen, setKeyOpen] = useState(false);
  const [about, setAbout] = useState<About>();
  const nobody = fields.filter(({ leaf, owners, range }) => leaf && range !== undefined && owners.length === 0).length;
  const shown = all ? [...managers.keys()] : largest(managers, filter, most);
  const items = legendItems(annotated, colours, words);
  const toggle = (wanted: Filter, on: boolean) => onFilter(on ? { kind: 'all' } : wanted);
  return (
    <>
      <fieldset className={`legend${all ? ' legend-all' : ''}`} aria-label={words.legend.legend}>
        {shown.map((index) => {
          const item = items[index];
          if (item === undefined) return null;
          const { manager } = item;
          const on = filter.kind === 'manager' && filter.index === index;
          return (
            <LegendItem
              key={item.id}
              item={item}
              on={on}
              describedBy={about?.manager === manager ? id : undefined}
              onToggle={() => toggle({ kind: 'manager', index }, on)}
              onAbout={(beside) => setAbout(beside && { manager, beside })}
            />
          );
        })}
        {managers.length > most && (
          <button type="button" className="legend-item legend-more" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? words.legend.fewer : words.legend.more({ count: managers.length - shown.length })}
          </button>
        )}
        <Term
          term="nobody"
          className="legend-item"
          aria-pressed={filter.kind === 'nobody'}
          onClick={() => toggle({ kind: 'nobody' }, filter.kind === 'nobody')}
        >
          {words.legend.nobody} · {nobody}
        </Term>
        <Updaters managers={managers} />
        <details className="states-key" onToggle={({ currentTarget }) => setKeyOpen(currentTarget.open)}>
          <summary>{words.field.key}</summary>
          {keyOpen && <StatesKey />}
        </details>
        <AbsentFields annotated={annotated} colours={colours} onPick={onPick} />
      </fieldset>
      {/* Beside the legend: Chromium scrolls a list of managers back to its top when the card comes into it. */}
      {about !== undefined && <ManagerCard id={id} about={about} />}
    </>
  );
}

interface LegendItemProps {
  readonly item: Item;
  readonly on: boolean;
  readonly describedBy: string | undefined;
  readonly onToggle: () => void;
  /** Called with the place of the item that is pointed at or has the focus; with undefined when it is left. */
  readonly onAbout: (beside: DOMRect | undefined) => void;
}

function LegendItem({ item: { manager, mark, summary }, on, describedBy, onToggle, onAbout }: LegendItemProps) {
  return (
    <button
      type="button"
      className="legend-item"
      aria-pressed={on}
      aria-describedby={describedBy}
      onClick={onToggle}
      onMouseEnter={({ currentTarget }) => onAbout(currentTarget.getBoundingClientRect())}
      onMouseLeave={() => onAbout(undefined)}
      onFocus={({ currentTarget }) => onAbout(currentTarget.getBoundingClientRect())}
      onBlur={() => onAbout(undefined)}
      onKeyDown={({ key }) => key === 'Escape' && onAbout(undefined)}
    >
      <MarkChip mark={mark} />
      <b>
        <VisibleText text={manager.manager} />
      </b>{' '}
      <VisibleText text={summary} />
    </button>
  );
}

/** Says how near the object is to the number of Update entries that a server keeps. */
function Updaters({ managers }: { readonly managers: readonly ManagerView[] }) {
  const count = managers.filter(({ operation }) => operation === 'Update').length;
  if (count === 0) return null;
  return (
    <span className="legend-updaters">
      <meter
        aria-label={words.legend.updatersLabel}
        min={0}
        max={maxUpdaters}
        high={maxUpdaters - 2}
        value={Math.min(count, maxUpdaters)}
      />
      <Term term="updaters">{words.legend.updaters({ count, most: maxUpdaters })}</Term>
    </span>
  );
}

/** Returns the indices of the entries that own most, and of the picked one, in the order of managedFields. */
function largest(managers: readonly ManagerView[], filter: Filter, most: number): readonly number[] {
  const indices = [...managers.keys()];
  if (managers.length <= most) return indices;
  const fields = (index: number) => managers[index]?.fieldCount ?? 0;
  const kept = new Set(indices.toSorted((a, b) => fields(b) - fields(a)).slice(0, most));
  if (filter.kind === 'manager') kept.add(filter.index);
  return indices.filter((index) => kept.has(index));
}
