import { isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { listOf } from './terraform-difference.ts';
import type { Block } from './terraform-schema.ts';
import { readTfPath, type TfPath } from './terraform-type.ts';

/** The paths of `ignore_changes`, which stand between commas. */
export function ignoredPaths(text: string | undefined): readonly TfPath[] {
  return (text ?? '').split(',').flatMap((each) => {
    const path = readTfPath(each.trim());
    return path === undefined ? [] : [path];
  });
}

/**
 * A configuration in which what is ignored has the values of the state; what is not in both is left, but for keys of a map.
 * A path that the schema does not have belongs to another resource. Upstream: terraform
 * internal/terraform/node_resource_abstract_instance.go processIgnoreChanges.
 */
export function withIgnored(values: ValueMap, state: ValueMap, paths: readonly TfPath[], block: Block): ValueMap {
  return paths.filter((path) => hasPath(block, path)).reduce((all, path) => replaced(all, state, path), values);
}

/** Whether a schema has a path. */
function hasPath(block: Block, path: TfPath): boolean {
  const [first, ...rest] = path;
  if (first === undefined) return true;
  const argument = 'attribute' in first ? block.get(first.attribute) : undefined;
  if (argument === undefined) return false;
  const inner = rest.findIndex((step) => 'attribute' in step);
  if (inner < 0) return true;
  return argument.block !== undefined && hasPath(argument.block, rest.slice(inner));
}

function replaced(values: ValueMap, state: ValueMap, path: TfPath): ValueMap {
  const [first, ...rest] = path;
  if (first === undefined || !('attribute' in first)) return values;
  const name = first.attribute;
  const value = within(values.get(name), state.get(name), rest);
  const made = new Map(values);
  if (value === undefined) made.delete(name);
  else made.set(name, value);
  return made;
}

function within(value: Value | undefined, was: Value | undefined, path: TfPath): Value | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return was;
  if ('index' in step) {
    const [items, old] = [listOf(value), listOf(was)];
    const [item, before] = [items[step.index], old[step.index]];
    if (item === undefined || before === undefined) return value;
    const made = within(item, before, rest) ?? item;
    return items.map((each, at) => (at === step.index ? made : each));
  }
  if ('attribute' in step) {
    return isMap(value ?? null) && isMap(was ?? null) ? replaced(value as ValueMap, was as ValueMap, path) : value;
  }
  const [map, old] = [isMap(value ?? null) ? (value as ValueMap) : new Map<string, Value>(), was];
  const before = isMap(old ?? null) ? (old as ValueMap).get(step.key) : undefined;
  const made = new Map(map);
  if (before === undefined) made.delete(step.key);
  else made.set(step.key, before);
  return made.size === 0 && value === undefined ? undefined : made;
}
