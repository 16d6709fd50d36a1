import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyCluster } from '@managed-fields/api-server/whole';
import { runKubectl } from '@managed-fields/kubectl/whole';
import { kubectlTexts } from '@managed-fields/source';
import { expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';

/** What kubectl v1.36.3 says to somebody who may do all: the line, both texts and the exit code. */
const cases: readonly (readonly [line: string, stdout: string, stderr: string, exitCode: number])[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'can-i.cases.json'), 'utf8'),
);

const host = { ...kubectlTexts, release: 'v1.36.3' };
const start = emptyCluster(await loadCatalog());

it.each(cases)('%s', (line, stdout, stderr, exitCode) => {
  const ran = runKubectl(start, { line, files: new Map(), namespace: 'default' }, host, '2026-01-01T00:00:00Z');
  expect([ran.stdout, ran.stderr, ran.exitCode]).toEqual([stdout, stderr, exitCode]);
});
