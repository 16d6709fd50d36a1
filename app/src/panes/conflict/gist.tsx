import type { AsideView } from '@managed-fields/scenario';
import { words } from '../../language/language.ts';

/** How many values and owners are told one by one. */
const told = 2;

/** What something would come to, in a few lines; that it is being played before the engine has answered. */
export function Gist({ aside }: { readonly aside: AsideView | undefined }) {
  if (aside === undefined) return <p className="gist gist-working">{words.conflict.working}</p>;
  const end = words.conflict.endSentence(aside);
  if (end !== undefined) return <p className="gist gist-bad">{end}</p>;
  const values = aside.objects.flatMap((object) => object.values);
  const owners = aside.objects.flatMap((object) => object.owners);
  return (
    <ul className="gist">
      {values.slice(0, told).map((value) => (
        <li key={value.path}>
          <code>{words.conflict.valueGist(value)}</code>
        </li>
      ))}
      {values.length > told && <li>{words.conflict.moreGist(values.length - told)}</li>}
      {values.length === 0 && (
        <li>{owners.length === 0 ? words.conflict.nothingChanges : words.conflict.sameValues}</li>
      )}
      {owners.slice(0, told).map((change, index) => (
        <li key={`${change.owner.manager} ${index}`}>{words.conflict.ownerGist(change)}</li>
      ))}
      {owners.length > told && <li>{words.conflict.moreGist(owners.length - told)}</li>}
    </ul>
  );
}
