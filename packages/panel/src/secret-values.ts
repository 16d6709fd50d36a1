import { isMap, mapAt, metadataText, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';

/** Whether an object is a Secret of the core group. */
export function isSecret(object: ValueMap): boolean {
  return stringAt(object, 'kind') === 'Secret' && /^v\d+\w*$/.test(stringAt(object, 'apiVersion') ?? '');
}

/**
 * An object without the values of a Secret: none of `data`, of `stringData`, and of any annotation, since tools keep whole
 * objects in them. Others come back as they are. `instead`: what stands for a value.
 */
export function withoutSecretValues(object: ValueMap, instead: string): ValueMap {
  if (!isSecret(object)) return object;
  const shown = new Map(object);
  for (const name of ['data', 'stringData']) {
    const value = object.get(name);
    if (value !== undefined) shown.set(name, hidden(value, instead));
  }
  const metadata = mapAt(object, 'metadata');
  const annotations = metadata?.get('annotations');
  if (metadata !== undefined && annotations !== undefined) {
    shown.set('metadata', new Map(metadata).set('annotations', hidden(annotations, instead)));
  }
  return shown;
}

/** The same, with every leaf hidden. */
function hidden(value: Value, instead: string): Value {
  if (isMap(value)) return new Map([...value].map(([key, each]) => [key, hidden(each, instead)]));
  return value === null ? null : instead;
}

/** Names an object in a few words. */
export function nameOf(object: ValueMap): string {
  const namespace = metadataText(object, 'namespace');
  return `${stringAt(object, 'kind') ?? ''} ${namespace === '' ? '' : `${namespace}/`}${metadataText(object, 'name')}`.trim();
}
