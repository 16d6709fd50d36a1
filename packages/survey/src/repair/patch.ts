import {
  annotationOwners,
  formatJson,
  isList,
  isMap,
  mapAt,
  metadataText,
  stringAt,
  upgradeManagedFieldsPatch,
  type Value,
  type ValueList,
  type ValueMap,
} from '@managed-fields/merge-engine';

/** The body of a patch, and the type by which kubectl calls it. */
export interface Patch {
  readonly type: 'json' | 'merge';
  readonly body: string;
}

/**
 * Hands what updaters own over to an applier, as kubectl does when it migrates. Undefined where nothing is to hand over
 * or an entry cannot be read. Upstream: client-go util/csaupgrade UpgradeManagedFieldsPatch.
 */
export function handOverPatch(object: ValueMap, from: readonly string[], to: string): Patch | undefined {
  const upgraded = upgradeManagedFieldsPatch(object, from, to);
  if (upgraded.kind === 'error' || upgraded.patch === undefined) return undefined;
  return jsonPatch(upgraded.patch);
}

/** The updaters whose fields kubectl hands over: those that own last-applied, and its own name. */
export function clientSideOwners(object: ValueMap, manager: string): readonly string[] {
  return [...new Set([manager, ...annotationOwners(object, 'Update')])];
}

/**
 * Takes entries away by their places, if the object and the entries are still what they were. Undefined where there is
 * no such entry.
 */
export function removalPatch(object: ValueMap, places: readonly number[]): Patch | undefined {
  const entries = mapAt(object, 'metadata')?.get('managedFields');
  if (!isList(entries)) return undefined;
  const removals = places
    .toSorted((a, b) => b - a)
    .flatMap((place) => {
      const entry = entries[place];
      return isMap(entry) ? [...testsOf(entry, place), operation('remove', `/metadata/managedFields/${place}`)] : [];
    });
  return removals.length === 0 ? undefined : jsonPatch([...preconditions(object), ...removals]);
}

/**
 * Takes finalizers and owner references out of an entry, so that they stay and are nobody's: what is given up by an
 * apply would be removed. Undefined where the entry does not have them.
 */
export function finalizersReleased(object: ValueMap, place: number): Patch | undefined {
  const entries = mapAt(object, 'metadata')?.get('managedFields');
  const entry = isList(entries) ? entries[place] : undefined;
  const metadata = isMap(entry) ? mapAt(mapAt(entry, 'fieldsV1'), 'f:metadata') : undefined;
  if (!isMap(entry) || metadata === undefined) return undefined;
  const names = ['f:finalizers', 'f:ownerReferences'].filter((name) => metadata.has(name));
  if (names.length === 0) return undefined;
  const path = `/metadata/managedFields/${place}/fieldsV1/f:metadata`;
  // An empty set would own metadata itself.
  const paths = names.length === metadata.size ? [path] : names.map((name) => `${path}/${name}`);
  const removals = paths.map((each) => operation('remove', each));
  return jsonPatch([...preconditions(object), ...testsOf(entry, place), ...removals]);
}

/** Empties managedFields, if the object is still what it was. Upstream: apimachinery managedfields/fieldmanager.go. */
export function resetPatch(object: ValueMap): Patch {
  const empty: ValueList = [new Map<string, Value>()];
  return jsonPatch([...preconditions(object), operation('replace', '/metadata/managedFields', empty)]);
}

/** The operations that fail where the object is another one, or changed. */
function preconditions(object: ValueMap): ValueList {
  return (['uid', 'resourceVersion'] as const).flatMap((name) => {
    const value = metadataText(object, name);
    return value === '' ? [] : [operation('test', `/metadata/${name}`, value)];
  });
}

/** The operations that fail where another entry stands at a place; two of them may differ in any of these. */
function testsOf(entry: ValueMap, place: number): ValueList {
  return ['manager', 'operation', 'subresource'].flatMap((name) => {
    const value = stringAt(entry, name);
    return value === undefined ? [] : [operation('test', `/metadata/managedFields/${place}/${name}`, value)];
  });
}

function operation(op: string, path: string, value?: Value): ValueMap {
  return new Map<string, Value>([
    ['op', op],
    ['path', path],
    ...(value === undefined ? [] : ([['value', value]] as const)),
  ]);
}

function jsonPatch(operations: ValueList): Patch {
  return { type: 'json', body: formatJson(operations) };
}
