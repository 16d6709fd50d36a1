import { type Cluster, catalogOf } from '@managed-fields/api-server';
import {
  equals,
  explainOwnership,
  type Ownership,
  type Value,
  type ValueMap,
  valueAt,
  valueFromPlain,
} from '@managed-fields/merge-engine';
import { type playScenario, readObject } from '@managed-fields/player';
import { type GoalValue, type ObjectName, placeOfPath } from '@managed-fields/scenario';

/** The steps of a scenario as they were played. */
export type Played = ReturnType<typeof playScenario>;

/** An object at one moment: undefined where it is not there. */
export type ObjectThen = { readonly object: ValueMap; readonly ownership: Ownership } | undefined;

/**
 * The object that goals are about which name none: that of the first step of the scenario that has one and is no
 * definition.
 */
export function meantObject(played: Played): ObjectName | undefined {
  return objectOf(played.find(({ step, target }) => step.kind !== 'crd' && target !== undefined));
}

/** The object that a step is about. */
export function objectOf(step: Played[number] | undefined): ObjectName | undefined {
  const target = step?.target;
  if (target === undefined) return undefined;
  const { version, namespace, name } = target;
  return { apiVersion: version.apiVersion, kind: version.resource.kind, namespace, name };
}

/** Reads an object of a cluster, with its owners. */
export function objectIn(cluster: Cluster | undefined, name: ObjectName | undefined): ObjectThen {
  if (cluster === undefined || name === undefined) return undefined;
  const version = catalogOf(cluster).findKind(name.apiVersion, name.kind);
  if (version === undefined) return undefined;
  const namespace = version.resource.namespaced ? name.namespace || 'default' : '';
  const object = readObject(cluster, { version, namespace, name: name.name });
  return object === undefined ? undefined : { object, ownership: explainOwnership(object, version) };
}

/** The value of a field, by its path as messages print it; undefined where it is absent. */
export function fieldValue(then: ObjectThen, path: string): Value | undefined {
  if (then === undefined) return undefined;
  const { place, whole } = placeOfPath(then.object, path);
  return whole ? valueAt(then.object, place) : undefined;
}

/** Whether a value is the one that a goal or a choice names. */
export function isValue(value: Value | undefined, wanted: GoalValue | undefined): boolean {
  if (value === undefined || wanted === undefined) return value === wanted;
  return equals(value, valueFromPlain(wanted));
}

/** An owner of a field: its manager and its operation. */
export interface OwnerThen {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
}

/** The owners of a field; of a part of an atomic whole those of the whole. */
export function ownersOf(then: ObjectThen, path: string): readonly OwnerThen[] {
  const field = then?.ownership.fields.find(({ text }) => text === path);
  return (field?.owners ?? []).flatMap((index) => then?.ownership.owners?.[index] ?? []);
}

/** The fields of an object that a manager owns, as messages print them, in the object's order. */
export function fieldsOwnedBy(then: ObjectThen, manager: string): readonly string[] {
  const { owners = [], fields } = then?.ownership ?? { fields: [] };
  return fields
    .filter(({ owners: of, within }) => within === undefined && of.some((index) => owners[index]?.manager === manager))
    .map(({ text }) => text);
}
