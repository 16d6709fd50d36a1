import { isList, isMap, mapAt, type Value, type ValueMap } from '@managed-fields/merge-engine';

/**
 * Fields that are pointers in a version but plain numbers in the type that the server works on, by API version and
 * kind. They are zero where defaults left them out.
 */
const fields: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  [
    'apps/v1 Deployment',
    [
      ['spec', 'replicas'],
      ['spec', 'strategy', 'rollingUpdate', 'maxUnavailable'],
      ['spec', 'strategy', 'rollingUpdate', 'maxSurge'],
    ],
  ],
  [
    'apps/v1 DaemonSet',
    [
      ['spec', 'updateStrategy', 'rollingUpdate', 'maxUnavailable'],
      ['spec', 'updateStrategy', 'rollingUpdate', 'maxSurge'],
    ],
  ],
  [
    'apps/v1 StatefulSet',
    [
      ['spec', 'replicas'],
      ['spec', 'updateStrategy', 'rollingUpdate', 'partition'],
    ],
  ],
  ['apps/v1 ReplicaSet', [['spec', 'replicas']]],
]);

/**
 * Sets such fields to zero, as the way to the server's own type and back does after defaulting.
 * Upstream: k8s.io/kubernetes pkg/apis/…/zz_generated.conversion.go, Convert_Pointer_….
 */
export function withoutNil(apiVersion: string, kind: string, object: ValueMap): ValueMap {
  return (fields.get(`${apiVersion} ${kind}`) ?? []).reduce(withZero, object);
}

function withZero(object: ValueMap, [name, ...rest]: readonly string[]): ValueMap {
  if (name === undefined) return object;
  const value: Value | undefined = object.get(name);
  if (rest.length === 0) return value === undefined ? new Map(object).set(name, 0n) : object;
  if (!isMap(value)) return object;
  const inner = withZero(value, rest);
  return inner === value ? object : new Map(object).set(name, inner);
}

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
