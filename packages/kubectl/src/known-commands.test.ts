import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findVerb } from './find-verb.ts';
import { type KnownCommand, kubectlCommand, similarCommands } from './known-commands.ts';
import { verbs } from './verbs.ts';

/** Words that name no command, and what kubectl v1.36.3 suggests for each. */
const suggested: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('./cases/suggestions.json', import.meta.url), 'utf8'),
);

it.each(Object.entries(suggested))('%s', (typed, names) => {
  expect(similarCommands(typed)).toEqual(names);
});

/** The subcommands of each command as `kubectl COMMAND --help` of v1.36.3 lists them. */
const listed: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('./cases/commands.json', import.meta.url), 'utf8'),
);

/** Commands that help leaves out, or lists under another heading. */
const unlisted: ReadonlySet<string> = new Set(['alpha', 'help', 'options']);

/** Each command that has subcommands, and their names. */
function subcommands({ name, commands }: KnownCommand, before = ''): readonly (readonly [string, readonly string[]])[] {
  if (commands.length === 0) return [];
  const path = name === 'kubectl' ? '' : `${before} ${name}`.trim();
  const names = commands.map((each) => each.name).filter((each) => !unlisted.has(each));
  return [[path, names.sort()], ...commands.flatMap((each) => subcommands(each, path))];
}

it('knows the commands that help lists', () => {
  expect(Object.fromEntries(subcommands(kubectlCommand))).toEqual(listed);
});

it('knows each command that it plays', () => {
  for (const { name } of verbs) expect(findVerb(name.split(' '))).toMatchObject({ kind: 'verb', verb: { name } });
});
