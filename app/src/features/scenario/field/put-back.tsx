import { rewriterSentences } from '@managed-fields/tools/put-back';
import { useMemo } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { useAnswer } from '../../../core/engine/use-answer.ts';
import { MarkChip, usePalette } from '../../../core/ui/manager-colours.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';

interface PutBackProps {
  readonly stepId: string;
  readonly path: string;
}

/** Says who writes a field again after somebody has changed it by hand, when, and how that ends. */
export function PutBack({ stepId, path }: PutBackProps) {
  const { answer, failure, asking } = useAnswer<'put-back'>({ kind: 'put-back', stepId, path });
  const owners = useMemo(() => (answer ?? []).map(({ owner }) => owner), [answer]);
  const colours = usePalette(owners);
  const said = laterWords.putBack;
  if (failure !== undefined) return <p className="soft">{words.field.failed}</p>;
  if (answer === undefined) return <p className="soft">{asking ? words.field.working : words.field.notInObject}</p>;
  return (
    <>
      <p className="soft">{said.intro}</p>
      {answer.every(({ writer }) => writer === 'hand') && <p>{said.nobody}</p>}
      <ul className="what-if">
        {answer.map((each) => (
          <li key={`${each.owner.manager} ${each.owner.operation} ${each.owner.subresource} ${each.end}`}>
            <p className="what-if-what">
              <MarkChip mark={colours.ofOwner(each.owner)} />
              <VisibleText text={rewriterSentences(each, said).join(' ')} />
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
