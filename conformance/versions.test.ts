import { readFileSync } from 'node:fs';
import {
  isPreview,
  kubernetesVersions,
  newestVersion,
  patchesOf,
  patchReleases,
  releases,
} from '@managed-fields/kubernetes-types';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../docs/versions.md', import.meta.url), 'utf8');

/** The rows of the table of releases: from, to, the library, and the release that was asked. */
const rows = [...page.matchAll(/^\| (v[\d.]+) to (v[\d.]+) +\| (v[\d.]+) +\| (?:\*\*(v[\d.]+)\*\*)? *\|$/gm)];

/** The rows of the table of previews: the same without a range. */
const previewRows = [...page.matchAll(/^\| (v[\d.]+-[a-z.\d]+) +\| (v[\d.]+) +\| \*\*(v\S+)\*\* *\|$/gm)];

test('docs/versions.md says what every release was built with, and which were asked', () => {
  const said = rows.flatMap(([, from = '', to = '', library]) => {
    const patch = (release: string) => Number(release.slice(release.lastIndexOf('.') + 1));
    const minor = from.slice(0, from.lastIndexOf('.'));
    const count = patch(to) - patch(from) + 1;
    return Array.from({ length: count }, (_, i) => [`${minor}.${patch(from) + i}`, library]);
  });
  const ahead = previewRows.map(([, release, library]) => [release, library]);
  expect([...said, ...ahead]).toEqual(Object.entries(patchReleases));
  const asked = [...rows.flatMap(([, , , , asked]) => asked ?? []), ...previewRows.map(([, , , asked]) => asked)];
  expect(asked).toEqual(Object.values(releases));
  for (const [, release = ''] of previewRows) expect(page).toContain(`is played as ${release}`);
});

test('the releases of a minor version are its own, the newest first, without a gap', () => {
  for (const version of kubernetesVersions.filter((each) => !isPreview(each))) {
    const patches = patchesOf(version);
    expect(patches).toEqual(patches.map((_, i) => `${version}.${patches.length - 1 - i}`));
    expect(patches).toContain(releases[version]);
  }
});

test('previews are the newest versions, and none of them is taken for the newest release', () => {
  const previews = kubernetesVersions.filter(isPreview);
  expect(kubernetesVersions.slice(kubernetesVersions.length - previews.length)).toEqual(previews);
  expect(kubernetesVersions.at(-1 - previews.length)).toBe(newestVersion);
  for (const version of previews) expect(patchesOf(version)).toEqual([releases[version]]);
});
