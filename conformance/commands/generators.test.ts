import { readFileSync } from 'node:fs';
import { emptyCluster } from '@managed-fields/api-server/whole';
import { runKubectl } from '@managed-fields/kubectl/whole';
import { kubectlTexts } from '@managed-fields/source';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';

/**
 * A line behind `kubectl`, in which `-D` stands for `--dry-run=client -o json`; what it prints, as an object where that is
 * JSON; stderr and the exit code where they say more.
 */
type Line = readonly [line: string, stdout: string | object, stderr?: string, exitCode?: number];

interface Cases {
  readonly files: Readonly<Record<string, string>>;
  readonly lines: readonly Line[];
}

/**
 * Every flag of `create`, `run`, `expose` and `autoscale` with right and wrong values, alone and together, and what kubectl
 * v1.36.3 made of them. Letters that it takes by chance are `xxxxx`.
 */
const { files, lines }: Cases = JSON.parse(readFileSync(new URL('./generators.cases.json', import.meta.url), 'utf8'));
const start = emptyCluster(await loadCatalog());
const given = new Map(Object.entries(files));

function answer([line, stdout]: Line): Line {
  const command = {
    line: `kubectl ${line.replace(' -D', ' --dry-run=client -o json')}`,
    files: given,
    namespace: 'default',
  };
  const ran = runKubectl(start, command, { ...kubectlTexts, release: 'v1.36.3' }, '2026-01-01T00:00:00Z');
  const same = typeof stdout === 'object' && ran.stdout === `${JSON.stringify(stdout, undefined, 4)}\n`;
  const usual = ran.stderr !== '' && ran.stdout === '' ? 1 : 0;
  return [
    ...[line, same ? stdout : ran.stdout],
    ...(ran.stderr === '' && ran.exitCode === usual ? [] : [ran.stderr]),
    ...(ran.exitCode === usual ? [] : [ran.exitCode]),
  ] as unknown as Line;
}

const commandOf = ([line]: Line) => line.split(' ', line.startsWith('create') ? 2 : 1).join(' ');
const groups = [...new Set(lines.map(commandOf))].map(
  (command) => [command, lines.filter((each) => commandOf(each) === command)] as const,
);

describe('generators', () => {
  it.each(groups)('kubectl %s', (_, asked) => {
    expect(asked.map(answer)).toEqual(asked);
  });
});
