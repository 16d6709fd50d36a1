import { expect, test } from 'vitest';
import { kustomizeRelease } from './kustomize-release.ts';

/** What `kubectl version --client` of each release says. */
test.each([
  ['v1.33.13', 'v5.6.0'],
  ['v1.34.4', 'v5.7.1'],
  ['v1.35.4', 'v5.7.1'],
  ['v1.36.3', 'v5.8.1'],
  ['v1.37.0', 'v5.8.1'],
  ['v1.38.0-beta.0', 'v5.8.3'],
])('kubectl %s has kustomize %s', (release, kustomize) => {
  expect(kustomizeRelease(release)).toBe(kustomize);
});
