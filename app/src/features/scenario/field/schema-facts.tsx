import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { useAnswer } from '../../../core/engine/use-answer.ts';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { openSchema } from '../../schema/open-schema.ts';

interface SchemaFactsProps {
  readonly stepId: string;
  readonly path: string;
}

/** Says how the schema treats a field, and what client-side apply has in its annotation. */
export function SchemaFacts({ stepId, path }: SchemaFactsProps) {
  const { answer: schema, asking } = useAnswer({ kind: 'schema-field', stepId, path });
  const { answer: facts } = useAnswer({ kind: 'field-facts', stepId, path });
  if (schema === undefined && facts === undefined) {
    return <p className="soft">{asking ? words.field.working : words.field.noSchema}</p>;
  }
  return (
    <dl className="mf-facts">
      {schema !== undefined && (
        <>
          <dt>{laterWords.schema.kind}</dt>
          <dd>
            {schema.apiVersion} {schema.kind}
          </dd>
          <dt>{laterWords.schema.facts.type}</dt>
          <dd>
            {laterWords.schema.typeSentence(schema)}
            {schema.values.length > 0 && <small> {laterWords.schema.valuesSentence(schema.values)}</small>}
          </dd>
          <dt>{laterWords.schema.facts.merging}</dt>
          <dd>
            {laterWords.schema.mergesSentence(schema)}
            {schema.marker?.origin !== 'unwritten' &&
              schema.marker?.origin !== 'unknown' &&
              schema.marker?.openApi.map((line) => (
                <code key={line} className="marker">
                  {line}
                </code>
              ))}
            {schema.marker !== undefined && <small> {laterWords.schema.markerSentence(schema.marker)}</small>}
          </dd>
          {schema.default !== undefined && (
            <>
              <dt>{laterWords.schema.facts.default}</dt>
              <dd>{laterWords.schema.defaultSentence(schema.default)}</dd>
            </>
          )}
          <dd>
            <button
              type="button"
              className="link"
              onClick={() => openSchema({ apiVersion: schema.apiVersion, kind: schema.kind }, schema.path)}
            >
              {laterWords.schema.lookAround({ kind: schema.kind })}
            </button>
          </dd>
        </>
      )}
      {facts?.description !== undefined && (
        <>
          <dt>{words.field.description}</dt>
          <dd>{facts.description}</dd>
        </>
      )}
      {facts?.immutable !== undefined && (
        <>
          <dt>{words.field.immutable}</dt>
          <dd>
            <code>{facts.immutable}</code>
          </dd>
        </>
      )}
      {facts !== undefined && facts.rules.length > 0 && (
        <>
          <dt>{words.field.rules}</dt>
          <dd>
            {facts.rules.map(({ rule, message }) => (
              <span key={rule} className="mf-owner">
                <code>
                  <VisibleText text={rule} />
                </code>{' '}
                {message !== undefined && <VisibleText text={message} />}
              </span>
            ))}
            <small>{words.field.rulesNote}</small>
          </dd>
        </>
      )}
      {facts?.writtenThrough !== undefined && (
        <>
          <dt>{words.field.writtenThrough}</dt>
          <dd>{words.field.writtenThroughSentence({ subresource: facts.writtenThrough })}</dd>
        </>
      )}
      {facts?.lastApplied !== undefined && (
        <>
          <dt>{words.field.lastApplied}</dt>
          <dd>{words.field.lastAppliedSentence(facts.lastApplied)}</dd>
        </>
      )}
    </dl>
  );
}
