import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { pointer } from './object.ts';
import { type GoFields, type Shown, shownStruct } from './shown.ts';

const structures: Readonly<Record<string, GoFields>> = {
  podFailurePolicy: {
    Rules: {
      list: {
        Action: 'text',
        OnExitCodes: { pointer: { ContainerName: 'value', Operator: 'text', Values: 'value' } },
        OnPodConditions: { list: { Type: 'text', Status: 'text' } },
      },
    },
  },
  successPolicy: { Rules: { list: { SucceededIndexes: 'value', SucceededCount: 'value' } } },
};

/** A policy of a Job as complaints show it; other fields as they are. */
export function shownPolicy(spec: ValueMap, name: string): Value | Shown {
  const fields = structures[name];
  return fields === undefined ? (spec.get(name) ?? null) : shownStruct(pointer(spec, name), fields);
}
