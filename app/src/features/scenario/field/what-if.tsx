import type { WhatIfCase } from '@managed-fields/player';
import { useMemo, useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { useAnswer } from '../../../core/engine/use-answer.ts';
import { MarkChip, usePalette } from '../../../core/ui/manager-colours.tsx';
import { words } from '../../../core/words/language.ts';

interface WhatIfProps {
  readonly stepId: string;
  readonly path: string;
}

/** Previews what would happen to a field if its owners dropped it, or if somebody applied another value. */
export function WhatIf({ stepId, path }: WhatIfProps) {
  const [typed, setTyped] = useState<string>();
  const { answer, failure, asking } = useAnswer({
    kind: 'what-if',
    stepId,
    path,
    ...(typed === undefined ? {} : { value: typed }),
  });
  const owners = useMemo(() => (answer?.cases ?? []).map(({ by }) => by), [answer]);
  const colours = usePalette(owners);
  if (failure !== undefined) return <p className="soft">{words.field.failed}</p>;
  if (answer === undefined && typed === undefined) {
    return <p className="soft">{asking ? words.field.working : words.field.notInObject}</p>;
  }
  const value = typed ?? answer?.value;
  return (
    <>
      <p className="soft">{answer?.cases.length === 0 ? words.field.whatIfKey : words.field.whatIfText}</p>
      {value !== undefined && answer?.cases.length !== 0 && (
        <label className="what-if-value">
          {words.field.otherValue}
          <input
            type="text"
            value={value}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
      )}
      <ul className="what-if">
        {answer?.cases.map((each) => (
          <li key={`${each.what} ${each.by.manager} ${each.by.subresource}`}>
            <p className="what-if-what">
              <MarkChip mark={colours.ofOwner(each.by)} />
              {words.field.suppositions[each.what]({ by: each.by.manager, value: answer.value ?? '' })}
            </p>
            <Then each={each} somebody={answer.somebody} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Then({ each, somebody }: { readonly each: WhatIfCase; readonly somebody: string }) {
  const { code, message, values } = each;
  if (message !== undefined) {
    return (
      <p className="what-if-refused">
        <b>{code}</b>{' '}
        <code>
          <VisibleText text={message} />
        </code>
      </p>
    );
  }
  const own = each.before === each.after ? 0 : 1;
  return (
    <p>
      {words.field.caseSentence(each, somebody)}
      {values.length > own && <> {words.field.moreChanges({ count: values.length - own })}</>}
    </p>
  );
}
