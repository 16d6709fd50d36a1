import type {
  CompletionItem,
  ExpressionView,
  MarkerView,
  SchemaFieldView,
  StrategicView,
} from '@managed-fields/player';
import { countingWords, type Messages } from '@managed-fields/words';

type Typed = Pick<SchemaFieldView, 'type' | 'elementType' | 'format'>;
type Merging = Pick<SchemaFieldView, 'treatment' | 'type' | 'marker' | 'whole'>;

/** The schema of a kind: in its dialog, and in hover and completion of the editor. */
export function schemaWords({ schema, counting }: Pick<Messages, 'schema' | 'counting'>) {
  const { listOf } = countingWords(counting);
  const keysOf = (marker: MarkerView | undefined) => listOf(marker?.keys ?? []);

  /** The type of a field, such as `list of object`, `integer (int32)`. */
  function typeSentence({ type, elementType, format }: Typed): string {
    const name = schema.typeNames[type];
    if (elementType !== undefined) return schema.typeOf({ type: name, contents: schema.contents[elementType] });
    return format === undefined || format === type ? name : schema.typeIn({ type: name, format });
  }

  /** How a field is merged, in short. */
  function mergesShort(field: Merging): string {
    const merging = mergingOf(field);
    return merging === 'value' ? '' : schema.inShort[merging]({ keys: keysOf(field.marker) });
  }

  /** How server-side apply merges a field, and what of it can have owners of its own. */
  function mergesSentence(field: Merging): string {
    const { marker, whole } = field;
    return schema.merges[mergingOf(field)]({ keys: keysOf(marker), whole });
  }

  /** Where a marker comes from, and whether it does anything. */
  function markerSentence({ origin, idle, name, value }: MarkerView): string {
    if (!idle) return schema.origins[origin]({ of: name === 'list-type' ? 'list' : 'map', value });
    return origin === 'unwritten' || origin === 'unknown' ? schema.idleUnwritten : schema.idle;
  }

  /** How a strategic merge patch treats a field, and where that differs from server-side apply. */
  function strategicSentence(strategic: StrategicView, keys: readonly string[]): string {
    const { strategies, mergeKey, differs } = strategic;
    const merges = strategies.includes('merge');
    const how = merges ? schema.patchMerges({ mergeKey: mergeKey || undefined }) : schema.patchReplaces;
    const sentence =
      differs === undefined ? merges && how : schema.patchDiffers[differs]({ how, keys: listOf(keys), mergeKey });
    if (!strategies.includes('retainKeys')) return sentence || '';
    const retains = schema.retainsKeys;
    return sentence ? schema.andRetains({ sentence, retains }) : retains;
  }

  /** The only values that a field may have. */
  function valuesSentence(values: readonly string[]): string {
    return values.length === 0 ? '' : values.reduce((first, next) => counting.listed({ first, next }));
  }

  /** The lines of the hover on a field: its type, how it is merged, its default, its values. */
  function hoverLines(field: SchemaFieldView): readonly string[] {
    const { values, required } = field;
    return [
      schema.hoverType({ type: typeSentence(field), required }),
      mergesSentence(field),
      ...(field.default === undefined
        ? []
        : [schema.hoverDefault({ sentence: schema.defaultSentence(field.default) })]),
      ...(values.length === 0 ? [] : [schema.hoverValues({ values: valuesSentence(values) })]),
    ];
  }

  /** A field in the completion list of the editor. */
  function completionDetail(field: SchemaFieldView): string {
    const duty = field.isKey ? schema.key : field.required ? schema.required : '';
    return [typeSentence(field), duty, mergesShort(field)].filter((part) => part !== '').join(' · ');
  }

  /** What a name of expressions stands for; undefined where it is none that all policies or rules have. */
  function nameSentence({ kind, name }: { readonly kind: string; readonly name: string }): string | undefined {
    if (kind !== 'variable' && kind !== 'constructor') return undefined;
    const texts: Readonly<Partial<Record<string, string>>> = schema.expressionNames;
    const plain = /^\w+/.exec(name)?.[0] ?? '';
    return Object.hasOwn(texts, plain) ? texts[plain] : undefined;
  }

  /** The lines of the hover on a name in an expression. */
  function expressionLines(view: ExpressionView): readonly string[] {
    const { name, kind, details, field } = view;
    const calls = kind === 'function' || kind === 'macro';
    const head = calls ? details : [details.length === 0 ? name : `${name}: ${details[0]}`];
    const about = nameSentence(view);
    return [
      ...head,
      ...(about === undefined ? [] : [about]),
      ...(field === undefined ? [] : [field.text, ...hoverLines(field)]),
    ];
  }

  /** What the completion list tells of an item of an expression, beside its name and at length. */
  function expressionItem({ kind, label, details = [], field }: CompletionItem) {
    const about = nameSentence({ kind, name: label });
    const [first = ''] = details;
    const short = field === undefined ? first : completionDetail(field);
    const lines = [
      ...details,
      ...(about === undefined ? [] : [about]),
      ...(field === undefined ? [] : hoverLines(field)),
    ];
    return { short, lines };
  }

  return {
    ...schema,
    expressionLines,
    expressionItem,
    typeSentence,
    mergesShort,
    mergesSentence,
    markerSentence,
    strategicSentence,
    valuesSentence,
    hoverLines,
    completionDetail,
  };
}

/** What becomes of a field that is applied, more closely than its treatment: maps by keys, sets by values. */
function mergingOf({ treatment, type, marker }: Merging) {
  if (treatment === 'fields' && type === 'map') return 'keys';
  return treatment === 'items' && marker?.value === 'set' ? 'values' : treatment;
}
