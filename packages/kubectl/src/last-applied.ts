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

/**
 * Encodes an object as kubectl does: JSON with sorted keys, on one line that ends with a line break.
 * Upstream: unstructured/helpers.go UnstructuredJSONScheme.
 */
export function encodeObject(object: ValueMap): string {
  return `${formatJson(object, { sortKeys: true })}\n`;
}

/**
 * Returns the annotations of an object; undefined where there are none, or where one is no string.
 * Upstream: Unstructured.GetAnnotations.
 */
export function annotationsOf(object: ValueMap): ValueMap | undefined {
  return textsOf(metadataOf(object).get('annotations'));
}

/** Returns the labels of an object, as `annotationsOf` does annotations. */
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

/** Sets the annotations or labels of an object. */
export function withTexts(object: ValueMap, field: 'annotations' | 'labels', texts: ValueMap): ValueMap {
  return withEntry(object, 'metadata', withEntry(metadataOf(object), field, texts));
}

/**
 * Returns the text of the last-applied annotation; undefined where there is none.
 * Upstream: kubectl pkg/util/apply.go GetOriginalConfiguration.
 */
export function originalOf(object: ValueMap): string | undefined {
  return stringAt(annotationsOf(object), lastAppliedAnnotation);
}

/**
 * Returns the configuration that the annotation holds: the object without the annotation, but with the field
 * `annotations` even where it is empty. Upstream: apply.go GetModifiedConfiguration.
 */
export function configurationOf(object: ValueMap): ValueMap {
  const annotations = new Map(annotationsOf(object));
  annotations.delete(lastAppliedAnnotation);
  return withTexts(object, 'annotations', annotations);
}

/** Sets the last-applied annotation of an object to its own configuration. Upstream: apply.go CreateApplyAnnotation. */
export function annotated(object: ValueMap): ValueMap {
  const configuration = configurationOf(object);
  const annotations = new Map(annotationsOf(configuration)).set(lastAppliedAnnotation, encodeObject(configuration));
  return withTexts(configuration, 'annotations', annotations);
}

/**
 * Updates the last-applied annotation of an object that has one, or of any object with `always`. Upstream: apply.go
 * CreateOrUpdateAnnotation.
 */
export function remembering(object: ValueMap, always: boolean): ValueMap {
  return always || (originalOf(object) ?? '') !== '' ? annotated(object) : object;
}

/**
 * Does the same for an object of a Go type, which is written in the order of its fields and without empty annotations.
 */
export function rememberingTyped(object: ValueMap, always: boolean): ValueMap {
  if (!always && (originalOf(object) ?? '') === '') return object;
  const annotations = new Map(annotationsOf(object));
  annotations.delete(lastAppliedAnnotation);
  const bare = annotations.size === 0 ? withoutAnnotations(object) : withTexts(object, 'annotations', annotations);
  return withTexts(object, 'annotations', annotations.set(lastAppliedAnnotation, `${formatJson(bare)}\n`));
}

function withoutAnnotations(object: ValueMap): ValueMap {
  const metadata = new Map(metadataOf(object));
  metadata.delete('annotations');
  return withEntry(object, 'metadata', metadata);
}
