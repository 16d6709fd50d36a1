import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readApply } from './apply-flags.ts';
import { fieldValidationIn, findVerb, isUnplayed, unplayedCommands } from './find-verb.ts';
import { verbs } from './verbs.ts';

/** The subcommands of each command as `kubectl COMMAND --help` of v1.36.3 lists them. */
const listed: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('./cases/commands.json', import.meta.url), 'utf8'),
);

describe('unplayedCommands', () => {
  const unplayed = unplayedCommands();
  const played = new Set(verbs.map(({ name }) => name));
  /** Each command that does something itself, by its whole name. */
  const all = Object.entries(listed).flatMap(([group, names]) =>
    names.map((name) => `${group} ${name}`.trim()).filter((name) => listed[name] === undefined || played.has(name)),
  );

  it.each(all)('names %s, or the group that it is in, where it is not played', (name) => {
    const words = name.split(' ');
    const named = unplayed.filter((each) => `${name} `.startsWith(`${each} `));
    expect(named.length).toBe(played.has(name) ? 0 : 1);
    expect(isUnplayed(words)).toBe(!played.has(name));
    if (played.has(name)) expect(findVerb(words)).toMatchObject({ kind: 'verb', verb: { name }, rest: [] });
    else expect(findVerb(words)).toMatchObject({ unplayed: { kind: 'command', command: name } });
  });

  it('names what kubectl has, and no part of what it names', () => {
    for (const name of unplayed) {
      const [last = '', ...before] = name.split(' ').reverse();
      expect(['alpha', 'help', 'options', ...(listed[before.reverse().join(' ')] ?? [])]).toContain(last);
      expect(unplayed.filter((other) => other.startsWith(`${name} `))).toEqual([]);
    }
  });
});

it.each<readonly [words: string, path: string | undefined, rest: string]>([
  ['get pods', 'get', 'pods'],
  ['-n x get pods', 'get', '-n x pods'],
  ['--namespace x -v 3 get -o yaml pods', 'get', '--namespace x -v 3 -o yaml pods'],
  ['--namespace=x get pods', 'get', '--namespace=x pods'],
  ['-nx get pods', 'get', '-nx pods'],
  ['--warnings-as-errors get pods', 'get', '--warnings-as-errors pods'],
  ['--nope x get pods', 'get', '--nope x pods'],
  ['rollout -n x undo --to-revision 3 deploy/a', 'rollout undo', '-n x --to-revision 3 deploy/a'],
  ['apply -f a view-last-applied', 'apply view-last-applied', '-f a'],
  ['apply -R view-last-applied', 'apply view-last-applied', '-R'],
  ['apply --recursive view-last-applied', 'apply view-last-applied', '--recursive'],
  ['apply --dry-run view-last-applied', 'apply view-last-applied', '--dry-run'],
  ['create cm a', 'create configmap', 'a'],
  ['create -- cm a', 'create', '-- cm a'],
  ['create -f a', 'create', '-f a'],
  ['create  cm', 'create configmap', ''],
])('finds the command in %j', (line, path, rest) => {
  const found = findVerb(line.split(' '));
  expect(found.kind === 'verb' ? [found.verb.name, found.rest.filter((word) => word !== '').join(' ')] : found).toEqual(
    [path, rest],
  );
});

it.each<readonly [line: string, validation: string]>([
  ['kubectl apply -f a', 'Strict'],
  ['kubectl apply -f a --validate=false', 'Ignore'],
  ['kubectl apply -f a --validate=true', 'Strict'],
  ['kubectl apply -f a --validate', 'Strict'],
  ['kubectl apply -f a --validate=warn', 'Warn'],
  ['kubectl -n x create -f a --validate=ignore', 'Ignore'],
  ['kubectl replace -f a --validate=nope', 'Strict'],
  ['kubectl apply -f a; kubectl apply -f b --validate=warn; kubectl apply -f c --validate=false', 'Warn'],
  ['cat a | kubectl apply -f - --validate=false', 'Ignore'],
  ['echo apply --validate=false', 'Strict'],
  ['kubectl nope --validate=false', 'Strict'],
  ['kubectl apply --nope --validate=false', 'Strict'],
  ['kubectl apply -f a --nope; kubectl apply -f a --validate=warn', 'Warn'],
  ['kubectl get cm --validate=false', 'Strict'],
  ["kubectl apply -f 'a --validate=false", 'Strict'],
  ['', 'Strict'],
])('fieldValidationIn(%j) is %s', (line, validation) => {
  expect(fieldValidationIn(line)).toBe(validation);
});

describe('readApply', () => {
  it.each<readonly [line: string, manager: string | undefined]>([
    ['kubectl apply -f a', 'kubectl-client-side-apply'],
    ['kubectl -n x apply --field-manager=me -f a', 'me'],
    ['kubectl apply --server-side --field-manager me --force-conflicts', 'me'],
    ['kubectl apply foo', 'kubectl-client-side-apply'],
    ['kubectl apply view-last-applied cm a', undefined],
    ['kubectl apply -f a set-last-applied', undefined],
    ['kubectl apply edit-last-applied', undefined],
    ['kubectl create -f a', undefined],
    ['kubectl apply --nope', undefined],
    ['kubectl apply -f', undefined],
    ['kubectl', undefined],
    ['echo apply -f a', undefined],
  ])('reads %j', (line, manager) => {
    expect(readApply(line.split(' '))?.text('field-manager')).toBe(manager);
  });
});
