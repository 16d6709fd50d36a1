import { expect, it } from 'vitest';
import { similarCommands } from './known-commands.ts';

/** What kubectl v1.36.3 suggests for words that name no command. */
const suggested: readonly (readonly [typed: string, readonly string[]])[] = [
  ['edt', ['set', 'get', 'edit']],
  ['st', ['set', 'get', 'cp']],
  ['de', ['set', 'get', 'delete', 'describe', 'cp', 'debug']],
  ['api', ['cp', 'api-versions', 'api-resources']],
  ['hel', ['set', 'get']],
  ['opt', ['set', 'get', 'top', 'cp', 'options']],
  ['p', ['top', 'port-forward', 'proxy', 'cp', 'patch', 'plugin']],
  ['LABEL', ['label']],
  ['kub', ['run', 'kuberc']],
  ['cluter-inf', ['cluster-info']],
  ['nothing-like-it', []],
];

it.each(suggested)('%s', (typed, names) => {
  expect(similarCommands(typed)).toEqual(names);
});
