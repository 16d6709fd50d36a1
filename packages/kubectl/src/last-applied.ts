import {
  formatJson,
  isMap,
  lastAppliedAnnotation,
  metadataOf,
  stringAt,
  type Value,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';

/** An object as kubectl encodes it: keys sorted, one line with its break. Upstream: unstructured/helpers.go UnstructuredJSONScheme. */
export function encodeObject(object: ValueMap): string {
  return `${formatJson(object, { sortKeys: true })}\n`;
}

/** The annotations of an object; undefined where there are none, or not all are texts. Upstream: Unstructured.GetAnnotations. */
export function annotationsOf(object: ValueMap): ValueMap | undefined {
  return textsOf(metadataOf(object).get('annotations'));
}

/** The labels of an object, as its annotations. */
export function labelsOf(object: ValueMap): ValueMap | undefined {
  return textsOf(metadataOf(object).get('labels'));
}

function textsOf(map: Value | undefined): ValueMap | undefined {
  if (!isMap(map)) return undefined;
  const texts = new Map<string, Value>();
  for (const [key, value] of map) {
    if (value !== null && typeof value !== 'string') return undefined;
    texts.set(key, value ?? '');
  }
  return texts;
}

/** The object with other annotations or labels. */
export function withTexts(object: ValueMap, field: 'annotations' | 'labels', texts: ValueMap): ValueMap {
  return withEntry(object, 'metadata', withEntry(metadataOf(object), field, texts));
}

/** The last configuration that was applied, as written; undefined where there is none. Upstream: kubectl pkg/util/apply.go GetOriginalConfiguration. */
export function originalOf(object: ValueMap): string | undefined {
  return stringAt(annotationsOf(object), lastAppliedAnnotation);
}

/** The configuration as it is remembered: an object without the annotation, but with annotations. Upstream: apply.go GetModifiedConfiguration. */
export function configurationOf(object: ValueMap): ValueMap {
  const annotations = new Map(annotationsOf(object));
  annotations.delete(lastAppliedAnnotation);
  return withTexts(object, 'annotations', annotations);
}

/** An object that remembers its own configuration. Upstream: apply.go CreateApplyAnnotation. */
export function annotated(object: ValueMap): ValueMap {
  const configuration = configurationOf(object);
  const annotations = new Map(annotationsOf(configuration)).set(lastAppliedAnnotation, encodeObject(configuration));
  return withTexts(configuration, 'annotations', annotations);
}

/** Brings the annotation up to date where there is one, or where it is asked for. Upstream: apply.go CreateOrUpdateAnnotation. */
export function remembering(object: ValueMap, always: boolean): ValueMap {
  return always || (originalOf(object) ?? '') !== '' ? annotated(object) : object;
}
