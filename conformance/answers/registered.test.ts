import { readFileSync } from 'node:fs';
import { notRegistered, whyNotRead } from '@managed-fields/api-server/whole';
import { expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';

/** The kinds that were asked for, and which of them a real kube-apiserver v1.36.3 knows at each version, served or not. */
interface Known {
  readonly kinds: string;
  readonly versions: Readonly<Record<string, string>>;
}

const known: Known = JSON.parse(readFileSync(new URL('./registered.kinds.json', import.meta.url), 'utf8'));

/** Kinds that have the package `v1`, at whatever version they are named. */
const ofAllVersions = new Set(
  'Status APIVersions APIGroup APIGroupList APIResourceList WatchEvent ListOptions GetOptions DeleteOptions CreateOptions UpdateOptions PatchOptions'.split(
    ' ',
  ),
);

const catalog = await loadCatalog('v1.36.3');

it.each(Object.entries(known.versions))('says of which kinds of %s it knows', (apiVersion, own) => {
  const secrets = catalog.find('', 'v1', 'secrets');
  if (secrets === undefined) throw new Error('no Secrets');
  const kinds = own.split(' ');
  const last = apiVersion.split('/').at(-1) ?? '';
  for (const kind of known.kinds.split(' ')) {
    if (apiVersion === 'v1' && kind === 'Secret') continue;
    const version = ofAllVersions.has(kind) ? 'v1' : last;
    const words = `converting (${version}.${kind}) to (core.Secret): unknown conversion`;
    const why = kinds.includes(kind) ? words : notRegistered(catalog, apiVersion, kind);
    expect(whyNotRead(catalog, secrets, apiVersion, kind)).toBe(why);
  }
});
