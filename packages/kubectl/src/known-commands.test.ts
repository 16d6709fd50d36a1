import { expect, it } from 'vitest';
import { similarCommands, unplayed } from './known-commands.ts';
import { verbs } from './verbs.ts';

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
  ['repl', ['replace']],
  ['rollot', ['rollout']],
  ['scal', ['scale']],
  ['drai', ['drain']],
  ['cordo', ['cordon']],
  ['uncordo', ['uncordon']],
  ['expos', ['expose']],
  ['autoscal', ['autoscale']],
  ['attac', ['attach']],
  ['lgs', ['logs']],
  ['exce', ['exec']],
  ['prox', ['proxy']],
  ['certificat', ['certificate']],
  ['waitt', ['taint', 'wait']],
  ['kustomiz', ['kustomize']],
  ['annotat', ['annotate']],
  ['completio', ['completion']],
  ['versio', ['version']],
  ['tain', ['drain', 'taint', 'wait']],
  ['configg', ['config']],
  ['plugi', ['plugin']],
  ['exlain', ['explain']],
  ['nothing-like-it', []],
];

it.each(suggested)('%s', (typed, names) => {
  expect(similarCommands(typed)).toEqual(names);
});

it('plays no command that it says is not played', () => {
  const names = verbs.flatMap(({ name }) => [name, name.split(' ')[0] ?? '']);
  expect(names.filter((name) => unplayed.has(name))).toEqual([]);
});
