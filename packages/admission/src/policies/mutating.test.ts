import type { AdmissionAttributes } from '@managed-fields/api-server';
import { emptyCluster } from '@managed-fields/api-server/whole';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { mapFromPlain } from '@managed-fields/merge-engine';
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
  ['a configuration', (each: CompiledMutation) => applyConfiguration(each, values, configMap, object)],
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
