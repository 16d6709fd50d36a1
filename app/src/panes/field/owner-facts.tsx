import { identityOf, type Palette } from '@managed-fields/rendering';
import type { AnnotatedText, FieldView } from '@managed-fields/scenario';
import { VisibleText } from '../../editor/visible-text.tsx';
import { words } from '../../language/language.ts';
import { MarkChip } from '../components/manager-colours.tsx';

interface OwnerFactsProps {
  readonly field: FieldView;
  readonly annotated: AnnotatedText;
  readonly colours: Palette;
}

/** Says who owns a field and what that means, as terms of a description list. */
export function OwnerFacts({ field, annotated, colours }: OwnerFactsProps) {
  const owners = field.owners.flatMap((index) => annotated.managers[index] ?? []);
  return (
    <>
      <dt>{owners.length === 1 ? words.field.owner : words.field.owners}</dt>
      <dd>
        {owners.length === 0 && words.legend.nobody}
        {owners.map((owner) => (
          <span key={identityOf(owner)} className="owner-line">
            <span className="owner">
              <MarkChip mark={colours.ofOwner(owner)} />
              <VisibleText text={owner.manager} />
            </span>{' '}
            <VisibleText text={words.field.ownerSentence(owner)} />
          </span>
        ))}
      </dd>
      <dt>{words.field.state}</dt>
      <dd>{words.field.stateSentence(field)}</dd>
    </>
  );
}
