import { isMap, mapAt, parseJson, stringAt, type ValueMap } from '@managed-fields/merge-engine';

const annotation = 'kubectl.kubernetes.io/last-applied-configuration';

/** Where the annotation stands, as messages print it. */
export const lastAppliedPath = `.metadata.annotations.${annotation}`;

/** The text of an object's last-applied annotation; undefined where it has none. */
export function lastAppliedText(object: ValueMap): string | undefined {
  return stringAt(mapAt(mapAt(object, 'metadata'), 'annotations'), annotation);
}

/** What the last-applied annotation declares; undefined where there is none or it cannot be read. */
export function lastAppliedOf(object: ValueMap): ValueMap | undefined {
  const text = lastAppliedText(object);
  const read = text === undefined ? undefined : parseJson(text);
  return read?.kind === 'value' && isMap(read.value) ? read.value : undefined;
}
