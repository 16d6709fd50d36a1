import { isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';

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
