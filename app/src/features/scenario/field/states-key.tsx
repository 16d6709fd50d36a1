import type { FieldView } from '@managed-fields/player';
import { words } from '../../../core/words/language.ts';

/** Explains in words how the overlay draws each state of a field. */
export function StatesKey() {
  const rows = words.field.keyRows;
  return (
    <ul>
      <li>
        <StateSign state="owned" why={undefined} /> {rows.owned}
      </li>
      <li>
        <StateSign state="shared" why={undefined} /> {rows.shared}
      </li>
      <li>
        <StateSign state="atomic" why={undefined} /> {rows.atomic}
      </li>
      <li>
        <StateSign state="unowned" why="default" /> {rows.default}
      </li>
      <li>
        <StateSign state="unowned" why="admission" /> {rows.admission}
      </li>
      <li>
        <StateSign state="unowned" why="system" /> {rows.system}
      </li>
      <li>
        <StateSign state="absent" why={undefined} /> {rows.absent}
      </li>
    </ul>
  );
}

/**
 * Names the state of a field, with the sign by which the overlay draws it: filled, halved, boxed, dotted, dashed or struck out.
 */
export function StateChip({ field }: { readonly field: Pick<FieldView, 'state' | 'why'> }) {
  return (
    <span className="state-chip">
      <StateSign state={field.state} why={field.why} />
      {words.field.stateName(field)}
    </span>
  );
}

/** Draws the sign of a state. */
export function StateSign({ state, why }: Pick<FieldView, 'state'> & { readonly why: FieldView['why'] | undefined }) {
  const below = why === 'default' || why === 'admission' ? ` state-${why}` : '';
  return <i className={`state-sign state-${state}${below}`} aria-hidden="true" />;
}
