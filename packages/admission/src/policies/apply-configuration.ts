import { type Cluster, isCustom, type ResourceVersion } from '@managed-fields/api-server';
import { type MadeObject, wrongTypeNames } from '@managed-fields/api-server/cel';
import { isList, isMap, remembered, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type Atom, asTyped, type Merged, merge, validationErrorsToString } from '@managed-fields/merge-engine/typed';
import { type Activation, evaluated } from './activation.ts';
import { hasChange } from './changes.ts';
import type { CompiledMutation } from './compiled.ts';
import { configurationValue, hasWrongKeys, withForeign } from './configuration-value.ts';
import { decodedAs, type Patched, patchFailed } from './patched.ts';

/**
 * Evaluates an apply configuration and merges it into an object at the version of a kind. It owns nothing, and what it
 * does not name stays.
 * Upstream: apiserver pkg/admission/plugin/policy/mutating/patch/smd.go.
 */
export function applyConfiguration(
  mutation: CompiledMutation,
  values: Activation,
  kind: ResourceVersion,
  object: ValueMap,
  decoded: ValueMap | undefined,
  cluster?: Cluster,
): Patched {
  const { compiled } = mutation;
  if (compiled.kind === 'error') return patchFailed(compiled.message);
  const result = evaluated(mutation, values);
  if (result.kind !== 'value') return patchFailed(result.message);
  // The compiler takes no expression of another type.
  const value = result.value as MadeObject;
  const wrongNames = wrongTypeNames(value);
  if (wrongNames.length > 0) return patchFailed(`type mismatch: ${wrongNames.join('\n')}`);
  const made = configurationValue(value, kind.type, !isCustom(kind));
  const failsWhole = cluster !== undefined && hasChange('refusesKeys', cluster) && hasWrongKeys(value);
  if (failsWhole || !isMap(made.value)) return patchFailed('invalid return type: *dynamic.ObjectVal');
  const configuration = new Map<string, Value>(made.value)
    .set('apiVersion', kind.apiVersion)
    .set('kind', kind.resource.kind);
  const refused = (why: string) => patchFailed(`error applying patch: ${why}`);
  if (kind.resource.kind === 'Scale') {
    return refused(
      `failed to convert patch object to typed object: no corresponding type for ${kind.apiVersion}, Kind=Scale`,
    );
  }
  const typed = asTyped(configuration, kind.type, { allowDuplicates: false });
  if (typed.kind === 'invalid') {
    const why = withForeign(validationErrorsToString(typed.errors), made.foreign);
    return refused(`failed to convert patch object to typed object: ${why}`);
  }
  const errors = made.foreign.map(({ error }) => error);
  if (errors.length > 0)
    return refused(`failed to convert patch object to typed object: ${validationErrorsToString(errors)}`);
  const atomics = atomicParts(configuration, kind.type, '');
  if (atomics.length > 0) {
    return refused(`invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomics.join(', ')}`);
  }
  const live = liveAs(kind.type)(object);
  if (live.kind === 'invalid') {
    return refused(`failed to convert original object to typed object: ${validationErrorsToString(live.errors)}`);
  }
  // What fits its type on both sides is merged without an error.
  const merged = merge(live.typed, typed.typed) as Extract<Merged, { kind: 'merged' }>;
  const { value: after } = merged.typed;
  // What the mutation before this one left is decoded already, if nothing changed.
  return after === object && decoded !== undefined
    ? { kind: 'patched', object: decoded }
    : decodedAs(kind, after as ValueMap);
}

/** An object that a policy leaves as it is need not be looked through again for the next one. */
const liveAs = remembered((type: Atom) =>
  remembered((object: ValueMap) => asTyped(object, type, { allowDuplicates: true })),
);

/**
 * The places of a value that are owned as one, in the order of the value; that of the server is one of a Go map. What is
 * inside of a map without declared fields is not looked at.
 * Upstream: smd.go findAtomics.
 */
function atomicParts(value: Value | undefined, type: Atom | undefined, path: string): readonly string[] {
  const { map, list } = type ?? {};
  if (isMap(value) && map !== undefined) {
    const inside: string[] = map.relationship === 'atomic' ? [path] : [];
    for (const [name, field] of value)
      inside.push(...atomicParts(field, map.fields.get(name)?.type, `${path}.${name}`));
    return inside;
  }
  if (!isList(value) || list === undefined) return [];
  const inside = value.flatMap((item, index) => atomicParts(item, list.element, `${path}[${index}]`));
  return list.relationship === 'atomic' ? [path, ...inside] : inside;
}
