import type { MarkerView, SchemaFieldView } from '@managed-fields/player';
import { laterWords } from '../../core/words/later-words.ts';

/** Explains one field by its schema. */
export function SchemaFacts({ field }: { readonly field: SchemaFieldView | undefined }) {
  if (field === undefined) return <p className="lens-empty">{laterWords.schema.pickField}</p>;
  const { marker, strategic, values, required } = field;
  const { facts } = laterWords.schema;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className="lens-facts" aria-label={field.text} aria-live="polite" tabIndex={0}>
      <h3>{field.text}</h3>
      <dl>
        <dt>{facts.type}</dt>
        <dd>{laterWords.schema.typeSentence(field)}</dd>
        <dt>{facts.merging}</dt>
        <dd>{laterWords.schema.mergesSentence(field)}</dd>
        {required && (
          <>
            <dt>{facts.required}</dt>
            <dd>{laterWords.schema.requiredSentence}</dd>
          </>
        )}
        {field.default !== undefined && (
          <>
            <dt>{facts.default}</dt>
            <dd>{laterWords.schema.defaultSentence(field.default)}</dd>
          </>
        )}
        {values.length > 0 && (
          <>
            <dt>{facts.values}</dt>
            <dd className="lens-values">{laterWords.schema.valuesSentence(values)}</dd>
          </>
        )}
        {marker !== undefined && (
          <>
            <dt>{facts.markers}</dt>
            <dd>
              <Markers marker={marker} />
            </dd>
          </>
        )}
        {strategic !== undefined && (
          <>
            <dt>{facts.strategic}</dt>
            <dd>{laterWords.schema.strategicSentence(strategic, marker?.keys ?? [])}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

/** Draws a marker in both spellings, faintly where it is not written or does nothing. */
function Markers({ marker }: { readonly marker: MarkerView }) {
  const unwritten = marker.origin === 'unwritten' || marker.origin === 'unknown';
  const faint = unwritten || marker.idle;
  return (
    <>
      <p>{laterWords.schema.markerSentence(marker)}</p>
      {!(marker.idle && unwritten) && (
        <div className={`lens-markers${faint ? ' lens-markers-faint' : ''}`}>
          <figure>
            <figcaption>{laterWords.schema.inOpenApi}</figcaption>
            <pre>{marker.openApi.join('\n')}</pre>
          </figure>
          <figure>
            <figcaption>{laterWords.schema.inGo}</figcaption>
            <pre>{marker.go.join('\n')}</pre>
          </figure>
        </div>
      )}
    </>
  );
}
