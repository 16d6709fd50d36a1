import { readFileSync } from 'node:fs';
import { emptyCluster } from '@managed-fields/api-server/whole';
import { runKubectl } from '@managed-fields/kubectl/whole';
import { kubectlTexts } from '@managed-fields/source';
import { expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';

interface Case {
  readonly name: string;
  readonly release: string;
  readonly files: Readonly<Record<string, string>>;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * What the kustomize of each release of kubectl makes of a kustomization: v1.36.3 itself, and the libraries that the others were
 * built with (sigs.k8s.io/kustomize/api v0.19.0 and v0.20.1), asked in the folder `/files`.
 */
const cases: readonly Case[] = JSON.parse(
  readFileSync(new URL('./kustomize-releases.cases.json', import.meta.url), 'utf8'),
);
const catalog = await loadCatalog();

it.each(cases.map((each) => [each.release, each.name, each] as const))(
  '%s: %s',
  (release, _, { files, stdout, stderr }) => {
    const command = { line: 'kubectl kustomize .', files: new Map(Object.entries(files)), namespace: 'default' };
    const ran = runKubectl(emptyCluster(catalog), command, { release, ...kubectlTexts }, '2026-01-01T00:00:00Z');
    expect({ stdout: ran.stdout, stderr: ran.stderr, unplayed: ran.unplayed }).toEqual({
      stdout,
      stderr,
      unplayed: undefined,
    });
  },
);
