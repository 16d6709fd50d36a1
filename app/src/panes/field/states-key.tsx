import type { FieldView } from '@managed-fields/scenario';
import { words } from '../../language/language.ts';

/** How the five states of a field are drawn, in words. */
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
        <StateSign state="unowned" why="system" /> {rows.system}
      </li>
      <li>
        <StateSign state="absent" why={undefined} /> {rows.absent}
      </li>
    </ul>
  );
}

/** The state of a field in a word, drawn as the overlay draws it: filled, halved, boxed, dotted, struck out. */
export function StateChip({ field }: { readonly field: Pick<FieldView, 'state' | 'why'> }) {
  return (
    <span className="state-chip">
      <StateSign state={field.state} why={field.why} />
      {words.field.stateName(field)}
    </span>
  );
}

/** The sign of a state. */
export function StateSign({ state, why }: Pick<FieldView, 'state'> & { readonly why: FieldView['why'] | undefined }) {
  return <i className={`state-sign state-${state}${why === 'default' ? ' state-default' : ''}`} aria-hidden="true" />;
}
