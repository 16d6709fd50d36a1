import { isMap, listAt, mapAt } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { need } from '../parts/part.ts';
import { definitionStrategy } from './parts.ts';

/** Upstream: apiextensions-apiserver pkg/registry/customresourcedefinition/etcd.go Delete. */
it('brings what a definition does to be deleted', async () => {
  await definitionStrategy.bring();
  const begun = need(definitionStrategy).beginDeletion(new Map(), '2026-01-01T00:00:00Z');
  const [condition] = listAt(mapAt(begun, 'status'), 'conditions') ?? [];
  expect(isMap(condition) && condition.get('reason')).toBe('InstanceDeletionPending');
});
