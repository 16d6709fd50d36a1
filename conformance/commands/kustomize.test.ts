import { readFileSync } from 'node:fs';
import { emptyCluster } from '@managed-fields/api-server/whole';
import { runKubectl } from '@managed-fields/kubectl/whole';
import { kubectlTexts } from '@managed-fields/source';
import { expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';

interface Case {
  readonly name: string;
  /** `kubectl kustomize .` where it names none. */
  readonly line?: string;
  readonly release: string;
  readonly files: Readonly<Record<string, string>>;
  readonly stdout: string;
  readonly stderr: string;
  /** Absent in cases of a library, which has none. */
  readonly exitCode?: number;
}

/**
 * What the kustomize of each release of kubectl makes of a kustomization, in the folder `/files`: `releases` asks v1.36.3 itself, and
 * the libraries that the others were built with (sigs.k8s.io/kustomize/api v0.19.0 and v0.20.1), `builds` kubectl v1.36.3, of
 * kustomizations that were made up without a look at this engine.
 */
const cases: readonly Case[] = ['releases', 'builds'].flatMap((name) =>
  JSON.parse(readFileSync(new URL(`./kustomize-${name}.cases.json`, import.meta.url), 'utf8')),
);
const catalog = await loadCatalog();

it.each(cases.map((each) => [each.release, each.name, each] as const))(
  '%s: %s',
  (release, _, { line = 'kubectl kustomize .', files, stdout, stderr, exitCode }) => {
    const command = { line, files: new Map(Object.entries(files)), namespace: 'default' };
    const ran = runKubectl(emptyCluster(catalog), command, { release, ...kubectlTexts }, '2026-01-01T00:00:00Z');
    const code = exitCode === undefined ? undefined : ran.exitCode;
    expect({ stdout: ran.stdout, stderr: ran.stderr, exitCode: code, unplayed: ran.unplayed }).toEqual({
      stdout,
      stderr,
      exitCode,
      unplayed: undefined,
    });
  },
);
