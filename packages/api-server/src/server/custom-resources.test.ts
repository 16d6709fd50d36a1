import { isMap, listAt, mapAt } from '@managed-fields/merge-engine';
import { afterEach, beforeEach, expect, it } from 'vitest';

import {
  type CustomResources,
  customResources,
  hasCustomResources,
  provideCustomResources,
} from './custom-resources.ts';
import * as code from './definitions.ts';

// Whoever ran before may have provided it, and whoever runs after may want it.
let before: CustomResources | undefined;
beforeEach(() => {
  before = hasCustomResources() ? customResources() : undefined;
  provideCustomResources(undefined);
});
afterEach(() => provideCustomResources(before));

it('says that nobody provided it, and gives what was provided', () => {
  expect(hasCustomResources()).toBe(false);
  expect(customResources).toThrow('not loaded: custom-resources');
  provideCustomResources(code);
  expect(hasCustomResources()).toBe(true);
  expect(customResources()).toBe(code);
});

/** Upstream: apiextensions-apiserver pkg/registry/customresourcedefinition/etcd.go Delete. */
it('has what a definition does to be deleted', () => {
  const begun = code.beginDeletion(new Map(), '2026-01-01T00:00:00Z');
  const [condition] = listAt(mapAt(begun, 'status'), 'conditions') ?? [];
  expect(isMap(condition) && condition.get('reason')).toBe('InstanceDeletionPending');
});
