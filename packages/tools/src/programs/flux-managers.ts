import {
  fieldSetFromV1,
  fieldSetToV1,
  managedFieldsOf,
  mapAt,
  stringAt,
  union,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { patchOperation } from './session.ts';

/** A manager whose entries are taken over: all whose names begin so, with that operation. */
export interface TakenManager {
  readonly name: string;
  readonly operation: 'Apply' | 'Update';
}

/**
 * The managers that kustomize-controller takes over, and those that its flag `--override-manager` adds. Upstream:
 * kustomize-controller internal/controller/kustomization_controller.go apply.
 */
export function takenManagers(controller: string, more: readonly string[]): readonly TakenManager[] {
  return [
    { name: 'kubectl', operation: 'Apply' },
    { name: 'kubectl', operation: 'Update' },
    { name: 'before-first-apply', operation: 'Update' },
    { name: controller, operation: 'Update' },
    ...withBothOperations(more),
  ];
}

/** Managers with their applies and their updates. */
export function withBothOperations(names: readonly string[]): readonly TakenManager[] {
  return names.flatMap((name) => (['Apply', 'Update'] as const).map((operation) => ({ name, operation })));
}

/**
 * The operation of a JSON patch that puts the entries of some managers into that of `to`, which then stands last; undefined
 * where there is nothing to take over. Upstream: fluxcd/pkg ssa/patch.go PatchReplaceFieldsManagers.
 */
export function takeOver(object: ValueMap, taken: readonly TakenManager[], to: string): ValueMap | undefined {
  const entries = withManagersTaken(object, taken, to);
  return entries && patchOperation('replace', '/metadata/managedFields', entries);
}

function withManagersTaken(
  object: ValueMap,
  taken: readonly TakenManager[],
  to: string,
): readonly ValueMap[] | undefined {
  const entries = managedFieldsOf(object);
  const own = entries.findLast((each) => stringAt(each, 'manager') === to && stringAt(each, 'operation') === 'Apply');
  let merged = own;
  let isTaken = false;
  const others: ValueMap[] = [];
  for (const entry of entries) {
    if (entry === own) continue;
    if (!taken.some((manager) => isOf(entry, manager))) others.push(entry);
    else {
      isTaken = true;
      merged =
        merged === undefined
          ? new Map(entry).set('manager', to).set('operation', 'Apply')
          : withFields(merged, mapAt(entry, 'fieldsV1'));
    }
  }
  return isTaken && merged !== undefined ? [...others, merged] : undefined;
}

/** Upstream: fluxcd/pkg ssa/patch.go matchFieldManager. */
function isOf(entry: ValueMap, { name, operation }: TakenManager): boolean {
  const isWhole = (stringAt(entry, 'subresource') ?? '') === '';
  return isWhole && stringAt(entry, 'operation') === operation && (stringAt(entry, 'manager') ?? '').startsWith(name);
}

/** An entry with the fields of another one, too. Upstream: fluxcd/pkg ssa/patch.go mergeManagedFieldsV1. */
function withFields(entry: ValueMap, more: ValueMap | undefined): ValueMap {
  const fields = mapAt(entry, 'fieldsV1');
  if (more === undefined) return entry;
  if (fields === undefined) return new Map<string, Value>(entry).set('fieldsV1', more);
  const [own, other] = [fieldSetFromV1(fields), fieldSetFromV1(more)];
  if (own.kind !== 'set' || other.kind !== 'set') return entry;
  return new Map<string, Value>(entry).set('fieldsV1', fieldSetToV1(union(own.set, other.set)));
}
