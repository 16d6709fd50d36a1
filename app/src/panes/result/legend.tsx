import type { AnnotatedText } from '@managed-fields/scenario';
import { words } from '../../language/language.ts';
import type { Filter } from '../../view/overlay.ts';
import { identityOf, type Palette } from '../../view/palette.ts';
import { MarkChip } from '../parts/mark.tsx';

interface LegendProps {
  readonly annotated: AnnotatedText;
  readonly colours: Palette;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly onPick: (path: string) => void;
}

/** Who owns here and how much: a button an entry of managedFields, which shows only what it owns. */
export function Legend({ annotated, colours, filter, onFilter, onPick }: LegendProps) {
  const { managers, fields } = annotated;
  const nobody = fields.filter(({ leaf, owners, range }) => leaf && range !== undefined && owners.length === 0).length;
  const absent = fields.filter(({ state }) => state === 'absent');
  const toggle = (wanted: Filter, on: boolean) => onFilter(on ? { kind: 'all' } : wanted);
  return (
    <fieldset className="legend" aria-label={words.legend.legend}>
      {managers.map((manager, index) => {
        const on = filter.kind === 'manager' && filter.index === index;
        return (
          <button
            key={identityOf(manager)}
            type="button"
            className="legend-item"
            aria-pressed={on}
            title={`${manager.manager}\n${words.field.ownerSentence(manager)}\n${words.legend.sizeSentence(manager)}`}
            onClick={() => toggle({ kind: 'manager', index }, on)}
          >
            <MarkChip mark={colours.ofOwner(manager)} />
            <b>{manager.manager}</b> {words.field.ownerKind(manager)} · {manager.fieldCount}
          </button>
        );
      })}
      <button
        type="button"
        className="legend-item"
        aria-pressed={filter.kind === 'nobody'}
        title={words.legend.nobodyTitle}
        onClick={() => toggle({ kind: 'nobody' }, filter.kind === 'nobody')}
      >
        {words.legend.nobody} · {nobody}
      </button>
      {absent.length > 0 && (
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
      )}
    </fieldset>
  );
}
