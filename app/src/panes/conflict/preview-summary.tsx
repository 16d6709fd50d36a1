import type { StepPreview } from '@managed-fields/scenario';
import { words } from '../../language/language.ts';

/** How many values and owners are listed one by one. */
const most = 2;

/** Sums up a preview in a few lines; says that it is being played before the engine has answered. */
export function PreviewSummary({ preview }: { readonly preview: StepPreview | undefined }) {
  if (preview === undefined) return <p className="preview-summary preview-summary-working">{words.conflict.working}</p>;
  const end = words.conflict.endSentence(preview);
  if (end !== undefined) return <p className="preview-summary preview-summary-bad">{end}</p>;
  const values = preview.objects.flatMap((object) => object.values);
  const owners = preview.objects.flatMap((object) => object.owners);
  return (
    <ul className="preview-summary">
      {values.slice(0, most).map((value) => (
        <li key={value.path}>
          <code>{words.conflict.valueSummary(value)}</code>
        </li>
      ))}
      {values.length > most && <li>{words.conflict.andMore(values.length - most)}</li>}
      {values.length === 0 && (
        <li>{owners.length === 0 ? words.conflict.nothingChanges : words.conflict.sameValues}</li>
      )}
      {owners.slice(0, most).map((change, index) => (
        <li key={`${change.owner.manager} ${index}`}>{words.conflict.ownerSummary(change)}</li>
      ))}
      {owners.length > most && <li>{words.conflict.andMore(owners.length - most)}</li>}
    </ul>
  );
}
