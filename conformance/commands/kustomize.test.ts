import { readFileSync } from 'node:fs';
import { emptyCluster } from '@managed-fields/api-server/whole';
import type { Unplayed } from '@managed-fields/kubectl/whole';
import { runKubectl } from '@managed-fields/kubectl/whole';
import { kubectlTexts } from '@managed-fields/source';
import { expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';

interface Case {
  readonly name: string;
  /** `kubectl kustomize .` where it names none. */
  readonly line?: string;
  /** v1.36.3 where it names none. */
  readonly release?: string;
  readonly files: Readonly<Record<string, Text>>;
  /** Files that it has of other cases, by the names of these. */
  readonly with?: Readonly<Record<string, readonly string[]>>;
  readonly stdout?: Text;
  readonly stderr?: string;
  /** Absent in cases of a library, which has none. */
  readonly exitCode?: number;
  /** Whether kustomize breaks down, which is not played. */
  readonly panics?: true;
  /** What is not played here, though kustomize goes on. */
  readonly unplayed?: Unplayed;
}

/** A text, or documents that are alike: in the text `of` each, `$1` stands for the first word of a row. */
type Text = string | { readonly of: string; readonly rows: readonly string[] };

/**
 * What the kustomize of each release of kubectl makes of a kustomization, in the folder `/files`: `releases` asks v1.36.3 itself, and
 * the libraries that the others were built with (sigs.k8s.io/kustomize/api v0.19.0 and v0.20.1), `builds` kubectl v1.36.3, of
 * kustomizations that were made up without a look at this engine. `tables` and `branches` ask the code of kubectl v1.36.3
 * (k8s.io/kubectl v0.36.3, api and kyaml v0.21.1) about every row of its tables, and about what it refuses; of some thousand questions
 * those are kept that tell a small change of this engine. `shapes` asks it about values of other shapes than are looked for: types,
 * patches, replacements, references by name, generators and configurations. `fields` asks it about each field of a kustomization and of
 * what it names, value by value.
 */
const cases: readonly Case[] = ['releases', 'builds', 'tables', 'branches', 'shapes', 'fields'].flatMap((name) =>
  JSON.parse(readFileSync(new URL(`./kustomize-${name}.cases.json`, import.meta.url), 'utf8')),
);
const byName = new Map(cases.map((each) => [each.name, each]));
const catalog = await loadCatalog();

it.each(cases.map((each) => [each.release ?? 'v1.36.3', each.name, each] as const))('%s: %s', (release, _, each) => {
  const { line = 'kubectl kustomize .', stdout = '', stderr = '', exitCode, panics } = each;
  const command = { line, files: filesOf(each), namespace: 'default' };
  const ran = runKubectl(emptyCluster(catalog), command, { release, ...kubectlTexts }, '2026-01-01T00:00:00Z');
  const unplayed = panics ? { kind: 'kustomize-panic' } : each.unplayed;
  if (unplayed !== undefined) {
    expect(ran.unplayed).toEqual(unplayed);
    return;
  }
  const code = exitCode === undefined ? undefined : ran.exitCode;
  expect({ stdout: ran.stdout, stderr: ran.stderr, exitCode: code, unplayed: ran.unplayed }).toEqual({
    stdout: textOf(stdout),
    stderr,
    exitCode,
    unplayed: undefined,
  });
});

function filesOf({ files, with: others = {} }: Case): ReadonlyMap<string, string> {
  const shared = Object.entries(others).flatMap(([name, paths]) =>
    paths.map((path) => [path, byName.get(name)?.files[path] ?? ''] as const),
  );
  return new Map([...shared, ...Object.entries(files)].map(([path, text]) => [path, textOf(text)]));
}

function textOf(text: Text): string {
  if (typeof text === 'string') return text;
  const documents = text.rows.map((row) => {
    const words = row.split(' ');
    return text.of.replaceAll(/\$(\d)/g, (_, index: string) => words[Number(index) - 1] ?? '');
  });
  return documents.join('---\n');
}
