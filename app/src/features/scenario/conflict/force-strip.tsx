import type { ForcedObject, ForceView, OwnedFields } from '@managed-fields/player';
import { identityOf } from '@managed-fields/rendering';
import { useMemo } from 'react';
import { PathText, VisibleText } from '../../../core/code-view/visible-text.tsx';
import { useAnswer, useKeptWhile } from '../../../core/engine/use-answer.ts';
import { MarkChip, usePalette } from '../../../core/ui/manager-colours.tsx';
import { words } from '../../../core/words/language.ts';
import { pickAndShow } from '../look.ts';

/** Says what force takes from other managers, in a line that opens. */
export function ForceStrip({ stepId, unread }: { readonly stepId: string; readonly unread: boolean }) {
  const asked = useAnswer<'force'>(unread ? undefined : { kind: 'force', stepId });
  const answer = useKeptWhile(unread, asked.answer);
  if (answer === undefined) return null;
  return (
    <details>
      <summary className="force-summary">
        {unread ? (
          <>
            <b>{words.conflict.unread}</b> {words.conflict.answerBefore}
          </>
        ) : (
          <>
            <b>{words.conflict.force.title}</b> {words.conflict.forceSummary(answer.objects)}
          </>
        )}
      </summary>
      <Forced view={answer} />
    </details>
  );
}

/** Says what force takes from other managers, always open. */
export function ForceFacts({ stepId }: { readonly stepId: string }) {
  const { answer } = useAnswer({ kind: 'force', stepId });
  return answer === undefined ? null : <Forced view={answer} />;
}

function Forced({ view }: { readonly view: ForceView }) {
  const owners = useMemo(
    () =>
      view.objects.flatMap(({ taken, shared, beyond }) => [...taken, ...shared, ...beyond].map(({ owner }) => owner)),
    [view],
  );
  const colours = usePalette(owners);
  const needless = view.without.status !== 'conflict';
  return (
    <div className="force-facts">
      {needless && <p>{words.conflict.force.needless}</p>}
      {view.objects.map((object) => (
        <ForcedFacts key={object.object} object={object} colours={colours} titled={view.objects.length > 1} />
      ))}
    </div>
  );
}

interface ForcedFactsProps {
  readonly object: ForcedObject;
  readonly colours: ReturnType<typeof usePalette>;
  readonly titled: boolean;
}

function ForcedFacts({ object: { object, taken, shared, beyond }, colours, titled }: ForcedFactsProps) {
  const rest = (name: string, text: string, owned: readonly OwnedFields[]) =>
    owned.length > 0 && (
      <>
        <dt>{name}</dt>
        <dd>
          {owned.map(({ owner, fields }) => (
            <details key={identityOf(owner)}>
              <summary>
                <MarkChip mark={colours.ofOwner(owner)} /> <VisibleText text={owner.manager} /> ·{' '}
                {words.counting.countOf(fields.length, 'field')}
              </summary>
              <Paths paths={fields} />
            </details>
          ))}
          <small className="force-note">{text}</small>
        </dd>
      </>
    );
  return (
    <>
      {titled && <h4>{object}</h4>}
      <dl>
        <dt>{words.conflict.force.takes}</dt>
        <dd>
          {taken.length === 0 && words.conflict.force.nothing}
          {taken.map((each) => (
            <details key={identityOf(each.owner)} open={each.fields.length < 6}>
              <summary>
                <MarkChip mark={colours.ofOwner(each.owner)} /> <VisibleText text={words.conflict.forceTakes(each)} />
              </summary>
              <ul className="paths">
                {each.fields.map((value) => (
                  <li key={value.path}>
                    <button type="button" className="link" onClick={() => pickAndShow(value.path)}>
                      <PathText
                        path={
                          value.before === undefined && value.after === undefined
                            ? value.path
                            : words.conflict.valueSummary(value)
                        }
                      />
                    </button>
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </dd>
        {rest(words.conflict.force.shares, words.conflict.force.sharesText, shared)}
        {rest(words.conflict.force.beyond, words.conflict.force.beyondText, beyond)}
      </dl>
    </>
  );
}

function Paths({ paths }: { readonly paths: readonly string[] }) {
  return (
    <ul className="paths">
      {paths.map((path) => (
        <li key={path}>
          <button type="button" className="link" onClick={() => pickAndShow(path)}>
            <PathText path={path} />
          </button>
        </li>
      ))}
    </ul>
  );
}
