import '@managed-fields/player/whole';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { expect, test } from 'vitest';
import type { Pasted } from './pasted.ts';
import { readPasted } from './read-pasted.ts';

const catalog = await loadKubernetesTypes();

const settings = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  a: "1"\n';
const other = settings.replace('settings', 'other');
const conflict =
  'error: Apply failed with 2 conflicts: conflicts with "helm" using apps/v1:\n- .spec.replicas\n- .spec.template.spec.containers[name="web"].image\nPlease review the fields above--they currently have other managers.';
const conflictRead = ['helm .spec.replicas .spec.template.spec.containers[name="web"].image'];

/** What was read, in short. */
function inShort(read: Pasted): readonly string[] {
  switch (read.kind) {
    case 'objects':
      return read.objects.map(({ kind, name }) => `${kind} ${name}`);
    case 'error':
      return read.errors.flatMap(({ facts }) =>
        facts.managers.map(({ manager, paths }) => [manager, ...paths].join(' ')),
      );
    case 'parts':
      return read.others.map(({ code }) => code);
    default:
      return [read.kind];
  }
}

const each = (prefix: string, text: string) => text.replaceAll(/^/gm, prefix);

test.each<readonly [name: string, text: string, is: readonly string[]]>([
  ['a prompt', `$ kubectl get cm settings -o yaml --show-managed-fields\n${settings}`, ['ConfigMap settings']],
  [
    'a prompt with a name',
    `me@host:~/x$ kubectl get cm settings -o yaml\n${settings}me@host:~/x$ `,
    ['ConfigMap settings'],
  ],
  [
    'PowerShell',
    `PS C:\\> kubectl get cm settings -o yaml\r\n${settings.replaceAll('\n', '\r\n')}`,
    ['ConfigMap settings'],
  ],
  [
    'commands with pipes',
    `$ kubectl get cm settings -o yaml | grep -v uid\n${settings}$ cat b.yaml\n${other}`,
    ['ConfigMap settings', 'ConfigMap other'],
  ],
  [
    'the trace of a shell in a log',
    each('2026-11-21T10:00:00.1234567Z ', `+ kubectl get cm settings -o yaml\n${settings}`),
    ['ConfigMap settings'],
  ],
  ['an error in a log of GitHub', each('deploy\tUNKNOWN STEP\t2026-11-21T10:00:00.1234567Z ', conflict), conflictRead],
  ['an error in a log of GitLab', each('2026-11-21T10:00:00.123456Z 00O ', conflict), conflictRead],
  ['an error behind times in brackets', each('[2026-11-21 10:00:00] ', conflict), conflictRead],
  ['an error behind times of a day', each('10:00:00.123 ', conflict), conflictRead],
  [
    'kubectl describe',
    'Name:         settings\nNamespace:    default\nLabels:       app=web\nAnnotations:  <none>\n',
    ['described'],
  ],
  [
    'a table of kubectl get',
    'NAME   READY   UP-TO-DATE   AVAILABLE   AGE\nweb    3/3     3            3           5d\n',
    ['table'],
  ],
  [
    'times that are data',
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  log: |\n    10:00:00 $ kubectl get x\n',
    ['ConfigMap settings'],
  ],
])('%s', (_, text, is) => {
  expect(inShort(readPasted(text, catalog))).toEqual(is);
});
