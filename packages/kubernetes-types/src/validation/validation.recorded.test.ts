import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadKubernetesTypes } from '../catalog/kubernetes-types.ts';
import { type Case, type CaseFile, clusterOf, expectedMessage, play } from './play-cases.ts';

const folder = new URL('./cases/', import.meta.url);
const catalog = await loadKubernetesTypes();

function read(name: string): CaseFile {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as CaseFile;
}

/** What a case is called: how it is sent, and what it changes. */
function titleOf({ via, from, set = {}, drop = [] }: Case): string {
  const changes = [
    ...Object.entries(set).map(([pointer, value]) => `${pointer}=${JSON.stringify(value)}`),
    ...drop.map((pointer) => `no ${pointer}`),
  ];
  return `${via} ${from}: ${changes.join(', ').slice(0, 200)}`;
}

describe.each(readdirSync(folder).map((name) => [name, read(name)] as const))('%s', (_, file) => {
  const cluster = clusterOf(file, catalog);

  it.each(file.cases.map((one, i) => [`${i} ${titleOf(one)}`, one] as const))('%s', (_title, one) => {
    const { code, message, causes = [] } = play(file, one, cluster);
    expect(code).toBe(one.code);
    if (code < 400) return;
    if (one.unordered) {
      expect([...causes].sort()).toEqual([...(one.causes ?? [])].sort());
      return;
    }
    expect(causes).toEqual(one.causes);
    expect(message).toBe(one.message ?? expectedMessage(file, one));
  });
});
