import { byteLength } from '../value/byte-length.ts';
import { formatJson } from '../value/json-write.ts';
import { mapAt, stringAt, type Value, type ValueMap, withEntry, withoutEntry } from '../value/value.ts';

/** The annotation in which client-side apply keeps its last configuration. */
export const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';

/** The one manager whose applies look at the annotation and keep it current. */
export const lastAppliedManager = 'kubectl';

/** How many bytes all annotations of an object may hold. Upstream: apimachinery pkg/api/validation/objectmeta.go. */
const maxAnnotationBytes = 256 * 1024;

/** The text of the annotation; undefined where there is none, or an empty one. */
export function lastAppliedOf(object: ValueMap): string | undefined {
  const text = stringAt(mapAt(mapAt(object, 'metadata'), 'annotations'), lastAppliedAnnotation);
  return text === '' ? undefined : text;
}

/**
 * Brings the annotation up to date with an applied configuration, where the object has one; one that would make the
 * annotations too large is dropped.
 * Upstream: apimachinery pkg/util/managedfields/internal/lastappliedupdater.go, lastapplied.go.
 */
export function keepLastApplied(object: ValueMap, config: ValueMap): ValueMap {
  if (lastAppliedOf(object) === undefined) return object;
  const text = `${formatJson(withoutLastApplied(config), { sortKeys: true })}\n`;
  const metadata = mapAt(object, 'metadata') ?? new Map<string, Value>();
  const annotations = new Map(mapAt(metadata, 'annotations')).set(lastAppliedAnnotation, text);
  if (annotationBytes(annotations) > maxAnnotationBytes) annotations.delete(lastAppliedAnnotation);
  return withEntry(object, 'metadata', withEntry(metadata, 'annotations', annotations));
}

function withoutLastApplied(config: ValueMap): ValueMap {
  const metadata = mapAt(config, 'metadata');
  if (!metadata?.has('annotations')) return config;
  const annotations = mapAt(metadata, 'annotations');
  if (annotations === undefined) return withEntry(config, 'metadata', withoutEntry(metadata, 'annotations'));
  const rest = new Map(annotations);
  rest.delete(lastAppliedAnnotation);
  return withEntry(config, 'metadata', withEntry(metadata, 'annotations', rest));
}

function annotationBytes(annotations: ValueMap): number {
  let bytes = 0;
  for (const [key, value] of annotations)
    bytes += byteLength(key) + (typeof value === 'string' ? byteLength(value) : 0);
  return bytes;
}
