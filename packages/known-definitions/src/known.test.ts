import { catalogOf, emptyCluster, installCrd, type TypeCatalog } from '@managed-fields/api-server/whole';
import { isMap, listAt, mapAt, stringAt } from '@managed-fields/merge-engine';
import { describe, expect, test } from 'vitest';
import { readCompact } from './compact-file.ts';
import { all } from './data/all.ts';
import { knownDefinition, knownKind, knownKinds } from './known.ts';
import { hasKnownFile, loadKnownFile, provideKnownIndex } from './known-files.ts';

const nothing: TypeCatalog = {
  find: () => undefined,
  findKind: () => undefined,
  names: () => [],
  isBuiltinGroup: () => false,
};

test('a definition is here once its file is loaded, and no other', async () => {
  const loaded = () => Object.keys(all).filter(hasKnownFile);
  expect([...loaded(), hasKnownFile('index')]).toEqual([false]);
  expect(() => knownKind('cert-manager.io/v1', 'Certificate')).toThrow('not loaded: known/index');
  await loadKnownFile('index');
  expect(knownDefinition('cert-manager.io/v9', 'Certificate')).toBeUndefined();
  expect(knownDefinition('example.com/v1', 'Certificate')).toBeUndefined();
  expect(() => knownDefinition('cert-manager.io/v1', 'Certificate')).toThrow(
    'not loaded: known/cert-manager.io_v1, custom-resources',
  );
  await loadKnownFile(knownKind('cert-manager.io/v1', 'Certificate')?.file ?? '');
  const known = knownDefinition('cert-manager.io/v1', 'Certificate');
  expect(loaded()).toEqual(['cert-manager.io_v1']);
  expect(known?.kind.of).toMatchObject({ project: 'cert-manager', module: 'github.com/cert-manager/cert-manager' });
  expect(stringAt(mapAt(known?.definition, 'metadata'), 'name')).toBe('certificates.cert-manager.io');
  expect(knownDefinition('cert-manager.io/v1', 'Certificate')?.definition).toBe(known?.definition);
  await loadKnownFile('cert-manager.io_v1', () => Promise.reject(new Error('is not asked again')));
  expect(knownDefinition('cert-manager.io/v1', 'Certificate')?.definition).toBe(known?.definition);
});

test('a kind whose file cannot be fetched is known without its definition', async () => {
  await loadKnownFile('velero.io_v1', () => Promise.reject(new Error('offline')));
  const known = knownDefinition('velero.io/v1', 'Backup');
  expect(known).toMatchObject({ kind: { kind: 'Backup' }, definition: undefined });
});

test('where the index cannot be fetched, no kind is known', async () => {
  provideKnownIndex(undefined);
  await loadKnownFile('index', () => Promise.reject(new Error('offline')));
  expect([hasKnownFile('index'), knownKinds().length]).toEqual([true, 0]);
  provideKnownIndex(undefined);
  await loadKnownFile('index');
  expect(knownKinds().length).toBeGreaterThan(0);
});

test('there is no file of another name', async () => {
  await loadKnownFile('no-such-file');
  expect(hasKnownFile('no-such-file')).toBe(false);
});

test('names of every object are names of no kind', () => {
  for (const name of ['__proto__', 'constructor', 'toString', '']) expect(knownDefinition(name, name)).toBeUndefined();
});

test('there are at least 60 kinds of 15 projects, each kind at a version once', () => {
  const kinds = knownKinds();
  expect(new Set(kinds.map(({ definition }) => definition)).size).toBeGreaterThanOrEqual(60);
  expect(new Set(kinds.map(({ of }) => of.project)).size).toBeGreaterThanOrEqual(15);
  expect(new Set(kinds.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).size).toBe(kinds.length);
});

/** A server warns of formats that it does not check. */
const isSurprising = (warning: string) => !warning.startsWith('unrecognized format');

describe.each(Object.entries(all))('%s', (_name, file) => {
  for (const [name, definition] of readCompact(file)) {
    test(`a server takes the definition of ${name}, and serves what is said to be known`, () => {
      const installed = installCrd(emptyCluster(nothing), definition);
      expect(installed.kind === 'installed' ? installed.warnings.filter(isSurprising) : installed.problems).toEqual([]);
      const kinds = knownKinds().filter((kind) => kind.definition === name);
      expect(kinds.length).toBeGreaterThan(0);
      for (const { apiVersion, kind, namespaced } of kinds) {
        const version =
          installed.kind === 'installed' ? catalogOf(installed.cluster).findKind(apiVersion, kind) : undefined;
        expect(version?.resource).toMatchObject({ kind, namespaced });
      }
    });

    test(`${name} is kept without prose`, () => {
      const versions = listAt(mapAt(definition, 'spec'), 'versions') ?? [];
      for (const version of versions) {
        const schema = isMap(version) ? mapAt(mapAt(version, 'schema'), 'openAPIV3Schema') : undefined;
        expect(typeof schema?.get('description')).not.toBe('string');
      }
    });
  }
});
