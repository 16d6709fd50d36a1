import { isList, isMap, mapAt, type Value, type ValueMap } from '@managed-fields/merge-engine';

/**
 * A CustomResourceDefinition as it is read from storage: the numbers of defaults and enums were written and read, and
 * an empty webhook is dropped. Validation and managedFields still see both as they were sent.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/v1/conversion.go.
 */
export function storedDefinition(definition: ValueMap): ValueMap {
  const read = withReadNumbers(definition);
  const spec = mapAt(read, 'spec');
  const conversion = mapAt(spec, 'conversion');
  const webhook = mapAt(conversion, 'webhook');
  if (spec === undefined || conversion === undefined || webhook === undefined) return read;
  const versions = webhook.get('conversionReviewVersions');
  if (webhook.has('clientConfig') || (isList(versions) && versions.length > 0)) return read;
  const bare = new Map(conversion);
  bare.delete('webhook');
  return new Map(read).set('spec', new Map(spec).set('conversion', bare));
}

/** Turns whole numbers into integers, however they were written. Returns the map itself where nothing changes. */
function withReadNumbers(map: ValueMap): ValueMap {
  const entries = [...map].map(([key, value]) => [key, readNumbers(value)] as const);
  return entries.every(([key, value]) => value === map.get(key)) ? map : new Map(entries);
}

function readNumbers(value: Value): Value {
  if (typeof value === 'number') {
    return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? BigInt(value) : value;
  }
  if (isMap(value)) return withReadNumbers(value);
  if (!isList(value)) return value;
  const items = value.map(readNumbers);
  return items.every((item, i) => item === value[i]) ? value : items;
}
