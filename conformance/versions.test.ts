import { readFileSync } from 'node:fs';
import { kubernetesVersions, patchesOf, patchReleases, releases } from '@managed-fields/kubernetes-types';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../docs/versions.md', import.meta.url), 'utf8');

/** The rows of the table of releases: from, to, the library, and the release that was asked. */
const rows = [...page.matchAll(/^\| (v[\d.]+) to (v[\d.]+) +\| (v[\d.]+) +\| (?:\*\*(v[\d.]+)\*\*)? *\|$/gm)];

test('docs/versions.md says what every release was built with, and which were asked', () => {
  const said = rows.flatMap(([, from = '', to = '', library]) => {
    const patch = (release: string) => Number(release.slice(release.lastIndexOf('.') + 1));
    const minor = from.slice(0, from.lastIndexOf('.'));
    const count = patch(to) - patch(from) + 1;
    return Array.from({ length: count }, (_, i) => [`${minor}.${patch(from) + i}`, library]);
  });
  expect(said).toEqual(Object.entries(patchReleases));
  expect(rows.flatMap(([, , , , asked]) => asked ?? [])).toEqual(Object.values(releases));
});

test('the releases of a minor version are its own, the newest first, without a gap', () => {
  for (const version of kubernetesVersions) {
    const patches = patchesOf(version);
    expect(patches).toEqual(patches.map((_, i) => `${version}.${patches.length - 1 - i}`));
    expect(patches).toContain(releases[version]);
  }
});
