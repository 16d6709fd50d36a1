import type { FieldView } from '@managed-fields/scenario';
import { words } from '../../language/language.ts';

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
