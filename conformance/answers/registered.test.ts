import { readFileSync } from 'node:fs';
import { notRegistered, whyNotRead } from '@managed-fields/api-server/whole';
import { expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';

/** The kinds that were asked for, and which of them a real kube-apiserver v1.36.3 knows at each version, served or not. */
interface Known {
  readonly kinds: string;
  readonly versions: Readonly<Record<string, string>>;
  /** What v1.37.0 knows in another way: the kinds that it has, and those that it no longer has. */
  readonly later: Readonly<Record<string, readonly [more: string, less: string]>>;
}

const known: Known = JSON.parse(readFileSync(new URL('./registered.cases.json', import.meta.url), 'utf8'));

/** Kinds that have the package `v1`, at whatever version they are named. */
const ofAllVersions = new Set(
  'Status APIVersions APIGroup APIGroupList APIResourceList WatchEvent ListOptions GetOptions DeleteOptions CreateOptions UpdateOptions PatchOptions'.split(
    ' ',
  ),
);

/** Kinds that are the same at every version. */
const unversioned = 'Status APIVersions APIGroup APIGroupList APIResourceList';
const every = {
  ...Object.fromEntries(Object.keys(known.later).map((version) => [version, unversioned])),
  ...known.versions,
};
const releases = ['v1.36.3', 'v1.37.0'] as const;

it.each(
  releases.flatMap((release) => Object.entries(every).map(([version, kinds]) => [release, version, kinds] as const)),
)('%s says of which kinds of %s it knows', async (release, apiVersion, own) => {
  const catalog = await loadCatalog(release);
  const secrets = catalog.find('', 'v1', 'secrets');
  if (secrets === undefined) throw new Error('no Secrets');
  const [more = '', less = ''] = release === 'v1.37.0' ? (known.later[apiVersion] ?? []) : [];
  const kinds = [...own.split(' '), ...more.split(' ')].filter((kind) => !less.split(' ').includes(kind));
  const last = apiVersion.split('/').at(-1) ?? '';
  for (const kind of known.kinds.split(' ')) {
    if (apiVersion === 'v1' && kind === 'Secret') continue;
    const version = ofAllVersions.has(kind) ? 'v1' : last;
    const words = `converting (${version}.${kind}) to (core.Secret): unknown conversion`;
    const why = kinds.includes(kind) ? words : notRegistered(catalog, apiVersion, kind);
    expect(whyNotRead(catalog, secrets, apiVersion, kind)).toBe(why);
  }
});
