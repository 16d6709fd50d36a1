import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hasChange } from './changes.ts';
import { globalFlags } from './flag-sets.ts';
import type { Flag } from './flags.ts';
import { verbs } from './verbs.ts';

/** The flags of each command as `kubectl COMMAND --help` of v1.36.3 lists them; those of all commands as `kubectl options` does. */
const listed: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('./cases/flags.json', import.meta.url), 'utf8'),
);

/** Flags that help leaves out (an alpha one, deprecated ones, its own), shows with a folder of the user's, or as a type of its own. */
const unlisted: ReadonlySet<string> = new Set([
  'applyset',
  'cpu-percent',
  'record',
  'help',
  'cache-dir',
  'vmodule',
  'reorder',
  'enable-managedby-label',
]);

const zero = {
  bool: 'false',
  string: "''",
  int: '0',
  int32: '0',
  level: '0',
  levels: '',
  duration: '0s',
  interval: '0s',
  list: '[]',
  array: '[]',
  pairs: '',
};

/** `-o, --output=''` */
function shown({ name, short, type, default: value }: Flag): string {
  const text = value === undefined ? zero[type] : type === 'string' ? `'${value}'` : value;
  return `${short === undefined ? '' : `-${short}, `}--${name}=${text}`;
}

const listable = (flags: readonly Flag[]) =>
  flags.filter(({ name, since }) => !unlisted.has(name) && (since === undefined || hasChange(since, 'v1.36.3')));

it('plays the commands of the list', () => {
  expect(['', ...verbs.map(({ name }) => name)]).toEqual(Object.keys(listed));
});

it.each([['', globalFlags] as const, ...verbs.map(({ name, flags }) => [name, flags] as const)])(
  'kubectl %s has the flags that its help lists',
  (name, flags) => {
    expect(listable(flags).map(shown).sort()).toEqual([...(listed[name] ?? [])].sort());
  },
);
