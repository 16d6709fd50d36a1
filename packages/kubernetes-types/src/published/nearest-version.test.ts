import { expect, test } from 'vitest';
import { isNewerThanKnown, isOfVersion, nearestVersion } from './nearest-version.ts';

test.each([
  ['v1.38.1', 'v1.38', true],
  ['v1.38.0-beta.0', 'v1.38', true],
  ['v1.38.0-alpha.2+abc', 'v1.38', true],
  // A preview stands for no other minor version.
  ['v1.39.0', 'v1.37', false],
  ['v1.37.0', 'v1.37', true],
  ['v1.36.0-rc.0+abc', 'v1.36.0', true],
  ['v1.36.1', 'v1.36.1', true],
  ['v1.36.3', 'v1.36', true],
  ['v1.36.999', 'v1.36.5', true],
  ['v1.36.99999', 'v1.36', true],
  ['v1.36.1-eks-abc', 'v1.36.1', true],
  ['v1.34.4-gke.100', 'v1.34', true],
  ['v1.31.4-gke.1', 'v1.33', false],
  ['v1.30.2+k3s1', 'v1.33', false],
  ['1.35', 'v1.35', true],
  ['v1.100.0', 'v1.37', false],
  ['v1.3.0', 'v1.33', false],
  ['v2.34.0', 'v1.36', false],
  ['v1.34x', 'v1.36', false],
  ['', 'v1.36', false],
] as const)('%s is read as %s', (release, version, same) => {
  expect(nearestVersion(release)).toBe(version);
  expect(isOfVersion(release, version)).toBe(same);
});

test.each([
  ['v1.36.3', false],
  ['v1.36.5', false],
  ['v1.36.6', true],
  ['v1.36.10-gke.100', true],
  ['v1.36', false],
  ['v1.38.0', true],
  ['v1.38.0-gke.100', true],
  ['v1.38.0-beta.0', false],
  ['v1.38.0-beta.0+abc', false],
  ['v1.38.0-beta.1', true],
  ['v1.38.0-alpha.3', false],
  ['v1.38.0-rc.0', true],
  ['v1.38.2', true],
  ['v1.38', false],
  ['v1.39.0', true],
  ['v1.32.99', false],
  ['', false],
])('whether %s is newer than what is known: %s', (release, newer) => {
  expect(isNewerThanKnown(release)).toBe(newer);
});
