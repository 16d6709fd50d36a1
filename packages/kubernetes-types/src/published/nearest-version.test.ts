import { expect, test } from 'vitest';
import { isOfVersion, nearestVersion } from './nearest-version.ts';

test.each([
  ['v1.38.1', 'v1.37', false],
  ['v1.37.0', 'v1.37', true],
  ['v1.36.0-rc.0+abc', 'v1.36', true],
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
