import type { AdmissionAttributes } from '@managed-fields/api-server';
import { type CelValue, celOfPlain } from '@managed-fields/api-server/cel';
import { emptyCluster } from '@managed-fields/api-server/whole';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { mapFromPlain } from '@managed-fields/merge-engine';
import type { Atom } from '@managed-fields/merge-engine/typed';
import { describe, expect, it } from 'vitest';
import type { Activation } from './activation.ts';
import { applyConfiguration } from './apply-configuration.ts';
import type { CompiledMutation } from './compiled.ts';
import { applyPatch, unknownConversion } from './json-patch.ts';

const catalog = await loadKubernetesTypes();
const configMap = catalog.find('', 'v1', 'configmaps');
if (configMap === undefined) throw new Error('no ConfigMaps');
const attributes = { cluster: emptyCluster(catalog) } as unknown as AdmissionAttributes;
const object = mapFromPlain({ apiVersion: 'v1', kind: 'ConfigMap' });
const values: Activation = { values: new Map(), budget: { left: 10 } };

/** A mutation whose expression does not compile, or has an error. */
const mutation = (compiled: object) =>
  ({ expression: 'e', compiled, kind: 'json-patch' }) as unknown as CompiledMutation;
const uncompiled = mutation({ kind: 'error', message: 'no such word' });
const failing = mutation({
  kind: 'compiled',
  run: () => ({ value: { kind: 'error', message: 'no such key: a' }, cost: 1 }),
});

describe.each([
  ['a configuration', (each: CompiledMutation) => applyConfiguration(each, values, configMap, object, undefined)],
  ['a patch', (each: CompiledMutation) => applyPatch(each, values, configMap, object, attributes)],
] as const)('%s', (_, make) => {
  it('that does not compile says why', () => {
    expect(make(uncompiled)).toEqual({ kind: 'failed', isInternal: false, message: 'no such word' });
  });

  it('that has an error says which', () => {
    const message = "expression 'e' resulted in error: no such key: a";
    expect(make(failing)).toEqual({ kind: 'failed', isInternal: false, message });
  });
});

it('what cannot be converted is called by its version and kind', () => {
  expect(unknownConversion(configMap, configMap)).toBe(
    'converting (v1.ConfigMap) to (v1.ConfigMap): unknown conversion',
  );
});

/** Upstream: apiserver pkg/admission/plugin/policy/mutating/patch/smd.go findAtomics. */
it('the parts of a configuration that are owned as one are named, also within another', () => {
  const atom = (name: string, more: Partial<Atom>): Atom => ({ name, ...more });
  const text = atom('', { scalar: 'string' });
  const struct = (fields: Readonly<Record<string, Atom>>, relationship: 'separable' | 'atomic' = 'separable') => {
    const all = Object.entries(fields).map(([name, type]) => [name, { name, type }] as const);
    return atom('', { map: { fields: new Map(all), element: undefined, relationship } });
  };
  const listOf = (element: Atom, relationship: 'associative' | 'atomic', keys: readonly string[] = []) =>
    atom('', { list: { element, relationship, keys } });
  const type = struct({
    apiVersion: text,
    kind: text,
    free: atom('', {
      map: { fields: new Map(), element: listOf(listOf(text, 'atomic'), 'atomic'), relationship: 'separable' },
    }),
    items: listOf(struct({ name: text, args: listOf(text, 'atomic') }), 'associative', ['name']),
    whole: struct({ args: listOf(text, 'atomic') }, 'atomic'),
  });
  const made = (fields: Readonly<Record<string, CelValue>>): CelValue => ({
    kind: 'made',
    type: 'Object',
    fields: new Map(Object.entries(fields)),
  });
  const plain = (value: object) => celOfPlain(mapFromPlain({ value }).get('value') ?? null);
  const value = made({
    free: plain({ a: [['b']] }),
    items: plain([{ name: 'a' }, { name: 'b', args: ['x'] }]),
    whole: plain({ args: ['x'] }),
  });
  const kind = { ...configMap, type, apiVersion: 'v1' };
  const compiled = { kind: 'compiled', run: () => ({ value, cost: 1 }) };
  expect(applyConfiguration(mutation(compiled), values, kind, object, undefined)).toEqual({
    kind: 'failed',
    isInternal: false,
    message:
      'error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .items[1].args, .whole, .whole.args',
  });
});
