import { applyConfiguration, conflictMessage, managedKind, mapFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { resourceFromCrd } from './resource-from-crd.ts';

const set = { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' };
const part = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' }, set } });
const version = (name: string) => ({
  ...{ name, served: true, storage: name === 'v1' },
  schema: { openAPIV3Schema: { type: 'object', properties: { spec: part('text'), status: part('phase') } } },
  subresources: { status: {} },
});
const definition = mapFromPlain({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Thing', plural: 'things', singular: 'thing', listKind: 'ThingList' },
    versions: [version('v1'), version('v2')],
  },
});

const object = (metadata: object, text: string, phase: string) =>
  mapFromPlain({ apiVersion: 'example.com/v1', kind: 'Thing', metadata, spec: { text }, status: { phase } });

/**
 * Through which subresource a configuration is applied at v1, the version of an owner of both fields, and the conflict
 * with it. The main resource resets the status at the version of the request only, the status all else at every version.
 */
it.each([
  ['', 'v1', 'Apply failed with 1 conflict: conflict with "s": .spec.text'],
  ['', 'v2', 'Apply failed with 2 conflicts: conflicts with "s":\n- .spec.text\n- .status.phase'],
  ['status', 'v1', 'Apply failed with 1 conflict: conflict with "s": .status.phase'],
  ['status', 'v2', 'Apply failed with 1 conflict: conflict with "s": .status.phase'],
])('through %j, an owner at %s', (subresource, at, conflict) => {
  const reading = resourceFromCrd(definition);
  const served = reading.kind === 'resource' ? reading.resource.versions.get('v1') : undefined;
  if (served === undefined) throw new Error('v1 is served');
  const fieldsV1 = { 'f:spec': { 'f:text': {} }, 'f:status': { 'f:phase': {} } };
  const owner = { manager: 's', operation: 'Apply', apiVersion: `example.com/${at}`, fieldsType: 'FieldsV1', fieldsV1 };
  const applied = applyConfiguration({
    kind: managedKind(served, subresource),
    live: object({ name: 'x', uid: 'u', managedFields: [owner] }, 'a', 'on'),
    config: object({ name: 'x' }, 'b', 'off'),
    manager: 'm',
    force: false,
    now: '2026-01-01T00:00:00Z',
  });
  expect(applied.kind === 'conflict' ? conflictMessage(applied.conflicts) : applied).toBe(conflict);
});

/** Upstream: k8s.io/kubernetes pkg/registry/autoscaling/horizontalpodautoscaler/strategy.go GetResetFields. */
it('of a built-in kind are those of every version, whichever the request has', () => {
  const reading = resourceFromCrd(definition);
  if (reading.kind !== 'resource') throw new Error('it reads');
  const resource = { ...reading.resource, origin: 'builtin' } as const;
  const served = resource.versions.get('v1');
  if (served === undefined) throw new Error('v1 is served');
  const fieldsV1 = { 'f:spec': { 'f:text': {} }, 'f:status': { 'f:phase': {} } };
  const owner = { manager: 's', operation: 'Apply', apiVersion: 'example.com/v2', fieldsType: 'FieldsV1', fieldsV1 };
  const applied = applyConfiguration({
    kind: managedKind({ ...served, resource }, ''),
    live: object({ name: 'x', uid: 'u', managedFields: [owner] }, 'a', 'on'),
    config: object({ name: 'x' }, 'b', 'off'),
    manager: 'm',
    force: false,
    now: '2026-01-01T00:00:00Z',
  });
  expect(applied.kind === 'conflict' ? conflictMessage(applied.conflicts) : applied).toBe(
    'Apply failed with 1 conflict: conflict with "s": .spec.text',
  );
});

it('cannot be applied to, where a value stands twice and an owner is at another version', () => {
  const reading = resourceFromCrd(definition);
  const served = reading.kind === 'resource' ? reading.resource.versions.get('v1') : undefined;
  if (served === undefined) throw new Error('v1 is served');
  const fieldsV1 = { 'f:spec': { 'f:text': {} } };
  const owner = { manager: 'o', operation: 'Apply', apiVersion: 'example.com/v2', fieldsType: 'FieldsV1', fieldsV1 };
  const metadata = { name: 'x', uid: 'u', managedFields: [owner] };
  const applied = applyConfiguration({
    kind: managedKind(served, ''),
    live: mapFromPlain({ apiVersion: 'example.com/v1', kind: 'Thing', metadata, spec: { text: 'a', set: ['a', 'a'] } }),
    config: mapFromPlain({
      apiVersion: 'example.com/v1',
      kind: 'Thing',
      metadata: { name: 'x' },
      status: { phase: 'b' },
    }),
    manager: 'm',
    force: false,
    now: '2026-01-01T00:00:00Z',
  });
  expect(applied).toEqual({ kind: 'error', message: '.spec.set: duplicate entries for key [="a"]' });
});
