import { matchesLabels, readSelector } from '@managed-fields/api-server';
import { compilePattern } from '@managed-fields/api-server/pattern';
import {
  equals,
  isList,
  isMap,
  listAt,
  mapAt,
  metadataOf,
  metadataText,
  parseJson,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';

/** A rule of `spec.ignore` of a Kustomization: fields of some objects that are not brought to the manifest. */
export interface IgnoreRule {
  /** JSON pointers. */
  readonly paths: readonly string[];
  /** Expressions that the whole name has to match, and selectors of labels; an empty one matches all. */
  readonly target: Readonly<Record<'group' | 'version' | 'kind' | 'name' | 'namespace', string>> & {
    readonly labelSelector: string;
    readonly annotationSelector: string;
  };
}

/** Reads `spec.ignore` as JSON; undefined where it is none. */
export function readIgnoreRules(text: string): readonly IgnoreRule[] | undefined {
  const parsed = parseJson(text);
  if (parsed.kind !== 'value' || !isList(parsed.value)) return undefined;
  return parsed.value.filter(isMap).map(ignoreRule);
}

/** Reads one rule of `spec.ignore`. */
export function ignoreRule(rule: ValueMap): IgnoreRule {
  const target = mapAt(rule, 'target');
  const text = (name: string) => stringAt(target, name) ?? '';
  return {
    paths: (listAt(rule, 'paths') ?? []).filter((path) => typeof path === 'string'),
    target: {
      ...{ group: text('group'), version: text('version'), kind: text('kind') },
      ...{ name: text('name'), namespace: text('namespace') },
      ...{ labelSelector: text('labelSelector'), annotationSelector: text('annotationSelector') },
    },
  };
}

/** The pointers of all rules that are about an object. Upstream: fluxcd/pkg ssa/jsondiff SelectorRegex. */
export function ignoredPaths(object: ValueMap, rules: readonly IgnoreRule[]): readonly string[] {
  return rules.filter(({ target }) => isAbout(object, target)).flatMap(({ paths }) => paths);
}

function isAbout(object: ValueMap, target: IgnoreRule['target']): boolean {
  const apiVersion = stringAt(object, 'apiVersion') ?? '';
  const slash = apiVersion.indexOf('/');
  const names = {
    group: slash < 0 ? '' : apiVersion.slice(0, slash),
    version: apiVersion.slice(slash + 1),
    kind: stringAt(object, 'kind') ?? '',
    name: metadataText(object, 'name'),
    namespace: metadataText(object, 'namespace'),
  };
  const isNamed = (Object.keys(names) as (keyof typeof names)[]).every((each) => isMatch(names[each], target[each]));
  return (
    isNamed &&
    isSelected(object, 'labels', target.labelSelector) &&
    isSelected(object, 'annotations', target.annotationSelector)
  );
}

/** Whether all of a name matches an expression of Go; one that cannot be read matches nothing. */
function isMatch(name: string, pattern: string): boolean {
  if (pattern === '') return true;
  const read = compilePattern(`^(?:${pattern})$`);
  return read.kind === 'pattern' && read.test(name);
}

function isSelected(object: ValueMap, group: 'labels' | 'annotations', selector: string): boolean {
  if (selector === '') return true;
  const read = readSelector(selector);
  return read !== undefined && matchesLabels(read, mapAt(metadataOf(object), group));
}

/** What becomes of an ignored field that differs: it is left out of what is sent, or sent as it is in the cluster. */
export type IgnoredField =
  | { readonly path: string; readonly action: 'strip' }
  | { readonly path: string; readonly action: 'adopt'; readonly value: Value | undefined };

/**
 * The ignored fields in which the cluster differs from what an apply would make. Upstream: fluxcd/pkg
 * ssa/manager_apply.go computeDriftedPaths.
 */
export function ignoredFields(
  live: ValueMap,
  dryRun: ValueMap,
  rules: readonly IgnoreRule[],
  manager: string,
): readonly IgnoredField[] {
  return ignoredPaths(dryRun, rules).flatMap((path): IgnoredField[] => {
    const [before, after] = [valueAtPointer(live, path), valueAtPointer(dryRun, path)];
    if (isEqual(before, after)) return [];
    if (isOfOtherApplier(live, path, manager)) return [{ path, action: 'strip' }];
    return [{ path, action: 'adopt', value: before }];
  });
}

/** An object with what becomes of its ignored fields. Upstream: fluxcd/pkg ssa/manager_apply.go applyDriftResult. */
export function withIgnored(object: ValueMap, fields: readonly IgnoredField[]): ValueMap {
  let changed: Value = object;
  for (const field of fields) {
    changed = changedAt(changed, segmentsOf(field.path), field.action === 'adopt' ? field.value : undefined, field);
  }
  return isMap(changed) ? changed : object;
}

/** An object without some fields. Upstream: fluxcd/pkg ssa/manager_apply.go removeIgnoredFields. */
export function withoutPaths(object: ValueMap, paths: readonly string[]): ValueMap {
  return withIgnored(
    object,
    paths.map((path) => ({ path, action: 'strip' })),
  );
}

function segmentsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAtPointer(object: Value, pointer: string): Value | undefined {
  let value: Value | undefined = object;
  for (const segment of segmentsOf(pointer)) {
    if (value === undefined) return undefined;
    value = isMap(value) ? value.get(segment) : isList(value) ? value[Number(segment)] : undefined;
  }
  return value;
}

function isEqual(a: Value | undefined, b: Value | undefined): boolean {
  return a === undefined || b === undefined ? a === b : equals(a, b);
}

/** Puts a value where a pointer leads, or takes it out; a place that is not there stays as it is. */
function changedAt(value: Value, segments: readonly string[], to: Value | undefined, field: IgnoredField): Value {
  const [segment, ...rest] = segments;
  if (segment === undefined) return value;
  const isRemoved = field.action === 'strip';
  if (isMap(value)) {
    const below = value.get(segment);
    if (below === undefined) return value;
    const changed = new Map(value);
    if (rest.length > 0) changed.set(segment, changedAt(below, rest, to, field));
    else if (isRemoved) changed.delete(segment);
    else changed.set(segment, to ?? null);
    return changed;
  }
  if (!isList(value)) return value;
  const index = Number(segment);
  const item = value[index];
  if (item === undefined) return value;
  if (rest.length > 0) return value.with(index, changedAt(item, rest, to, field));
  return isRemoved ? value.toSpliced(index, 1) : value.with(index, to ?? null);
}

/** Whether another applier owns a field. Upstream: fluxcd/pkg ssa/manager_apply.go isFieldOwnedByOtherApplyManager. */
function isOfOtherApplier(live: ValueMap, pointer: string, manager: string): boolean {
  const entries = (listAt(metadataOf(live), 'managedFields') ?? [])
    .filter(isMap)
    .filter((each) => stringAt(each, 'operation') === 'Apply' && (stringAt(each, 'subresource') ?? '') === '');
  const trees = entries.map((entry) => ({ manager: stringAt(entry, 'manager'), fields: mapAt(entry, 'fieldsV1') }));
  const path = fieldsV1Path(
    live,
    segmentsOf(pointer),
    trees.map(({ fields }) => fields),
  );
  if (path === undefined) return false;
  return trees.some((each) => each.manager !== manager && below(each.fields, path) !== undefined);
}

/** The keys of fieldsV1 that lead to a field: that of an item is looked up among those that are there. */
function fieldsV1Path(
  live: ValueMap,
  segments: readonly string[],
  trees: readonly (ValueMap | undefined)[],
): readonly string[] | undefined {
  const path: string[] = [];
  let value: Value | undefined = live;
  for (const segment of segments) {
    if (value !== undefined && isList(value)) {
      const item: Value | undefined = value[Number(segment)];
      const keys = trees.flatMap((tree) => [...(below(tree, path)?.keys() ?? [])]);
      const key = keys.find((each) => each.startsWith('k:') && isItem(item, each.slice(2)));
      if (key === undefined) return undefined;
      path.push(key);
      value = item;
    } else {
      path.push(`f:${segment}`);
      value = value !== undefined && isMap(value) ? value.get(segment) : undefined;
    }
  }
  return path;
}

function below(tree: ValueMap | undefined, path: readonly string[]): ValueMap | undefined {
  return path.reduce<ValueMap | undefined>((level, key) => mapAt(level, key), tree);
}

function isItem(item: Value | undefined, key: string): boolean {
  const parsed = parseJson(key);
  if (item === undefined || !isMap(item) || parsed.kind !== 'value' || !isMap(parsed.value)) return false;
  return [...parsed.value].every(([name, value]) => isEqual(item.get(name), value));
}
