import { readFileSync } from 'node:fs';
import { emptyCluster } from '@managed-fields/api-server/whole';
import { describe, expect, it } from 'vitest';
import { runKubectl } from './whole.ts';

interface Cases {
  /** Flags, what is said of them, and the commands that say it, for which stands COMMAND. */
  readonly flags: readonly (readonly [words: string, stderr: string, commands: readonly string[]])[];
  /** Words behind `kubectl`, and what is said of them. */
  readonly commands: readonly (readonly [words: string, stderr: string])[];
}

/**
 * Every flag of every command without a value, with one that is none for most types, and by its letter; names of commands with
 * what is wrong around them; and what kubectl v1.36.3 says.
 */
const { flags, commands }: Cases = JSON.parse(
  readFileSync(new URL('./cases/wrong-words.json', import.meta.url), 'utf8'),
);
/** Words behind `kubectl`, and what each release of it says of them. */
const releases: Readonly<Record<string, readonly (readonly [words: string, stderr: string])[]>> = JSON.parse(
  readFileSync(new URL('./cases/releases.json', import.meta.url), 'utf8'),
);
const host = { release: 'v1.36.3', read: () => [], readCore: () => [], printYaml: () => '' };
const noKinds = { find: () => undefined, findKind: () => undefined, isBuiltinGroup: () => false, names: () => [] };

/** Asks kubectl with what a line sets before it, and what stands behind it. */
function ask(before: string, words: string, release = host.release) {
  const command = { line: `${before}kubectl ${words}`, files: new Map<string, string>(), namespace: 'default' };
  const { stdout, stderr, unplayed } = runKubectl(
    emptyCluster(noKinds),
    command,
    { ...host, release },
    '2026-01-01T00:00:00Z',
  );
  return { stdout, stderr, unplayed };
}

describe('flags', () => {
  it.each(flags)('%s: %j', (words, stderr, names) => {
    const [, before = '', rest] = /^(\w+=\S+ )?(.*)$/.exec(words) ?? [];
    for (const name of names) {
      expect(ask(before, `${name} ${rest}`)).toEqual({ stdout: '', stderr: stderr.replace('COMMAND', name) });
    }
  });
});

it.each(commands)('kubectl %s', (words, stderr) => {
  expect(ask('', words)).toEqual({ stdout: '', stderr });
});

const asked = Object.entries(releases).flatMap(([release, rows]) => rows.map((row) => [release, ...row] as const));

it.each(asked)('kubectl %s: %s', (release, words, stderr) => {
  expect(ask('', words, release)).toEqual({ stdout: '', stderr });
});
