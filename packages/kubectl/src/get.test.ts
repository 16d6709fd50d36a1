import type { ResourceVersion } from '@managed-fields/api-server';
import { isMap, valueFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { parseFlags } from './flags.ts';
import { printTable } from './get.ts';
import type { Session } from './session.ts';
import { verbs } from './verbs.ts';

/** Prints objects of one kind; seconds are their age. */
function printed(group: string, kind: string, objects: readonly object[], ...words: readonly string[]): string {
  const texts: string[] = [];
  const now = '2026-01-01T00:00:00Z';
  const session = { now, namespace: 'ns', out: (part: string) => void texts.push(part) } as unknown as Session;
  const version = { resource: { group, kind, namespaced: true } } as unknown as ResourceVersion;
  const parsed = parseFlags(words, verbs.find(({ name }) => name === 'get')?.flags ?? []);
  if (parsed.kind !== 'flags') throw new Error(parsed.message);
  const infos = objects.map((each) => {
    const object = valueFromPlain(each);
    if (!isMap(object)) throw new Error('no map');
    return { version, namespace: 'ns', name: 'x', source: '', object };
  });
  printTable(session, parsed.flags, infos, false);
  return texts.join('');
}

const aged = (seconds: number) => ({
  metadata: { creationTimestamp: new Date(Date.UTC(2026, 0, 1) - 1000 * seconds).toISOString().replace('.000Z', 'Z') },
});

/** Ages in seconds as apimachinery v0.36.3 pkg/util/duration HumanDuration writes them. */
const ages: readonly (readonly [seconds: number, text: string])[] = [
  [-2, '<invalid>'],
  [-1, '0s'],
  [0, '0s'],
  [1, '1s'],
  [119, '119s'],
  [120, '2m'],
  [121, '2m1s'],
  [180, '3m'],
  [599, '9m59s'],
  [600, '10m'],
  [601, '10m'],
  [10799, '179m'],
  [10800, '3h'],
  [10801, '3h'],
  [28799, '7h59m'],
  [28800, '8h'],
  [36000, '10h'],
  [172799, '47h'],
  [172800, '2d'],
  [172801, '2d'],
  [176400, '2d1h'],
  [691199, '7d23h'],
  [691200, '8d'],
  [777600, '9d'],
  [63071999, '729d'],
  [63072000, '2y'],
  [70000000, '2y80d'],
  [94608000, '3y'],
  [252287999, '7y364d'],
  [252288000, '8y'],
  [300000000, '9y'],
];

it.each(ages)('%d seconds are %s', (seconds, text) => {
  expect(printed('example.com', 'Foo', [aged(seconds)], '--no-headers')).toBe(`x      ${text}\n`);
});

it('names the namespace of each object where all are asked', () => {
  expect(printed('example.com', 'Foo', [aged(12)], '-A')).toBe('NAMESPACE   NAME   AGE\nns          x      12s\n');
});

/** Columns between name and age. Upstream: k8s.io/kubernetes pkg/printers/internalversion/printers.go. */
const tables: readonly (readonly [group: string, kind: string, object: object, lines: string])[] = [
  ['', 'ConfigMap', { data: { a: '1' }, binaryData: { b: '' } }, 'NAME   DATA   AGE\nx      2      <unknown>\n'],
  ['', 'Secret', { type: 'Opaque', data: { a: '' } }, 'NAME   TYPE     DATA   AGE\nx      Opaque   1      <unknown>\n'],
  ['', 'Secret', {}, 'NAME   TYPE   DATA   AGE\nx             0      <unknown>\n'],
  [
    'apps',
    'Deployment',
    { spec: { replicas: 3 }, status: { readyReplicas: 1, updatedReplicas: 2, availableReplicas: 1 } },
    'NAME   READY   UP-TO-DATE   AVAILABLE   AGE\nx      1/3     2            1           <unknown>\n',
  ],
  ['apps', 'StatefulSet', { spec: { replicas: 2 } }, 'NAME   READY   AGE\nx      0/2     <unknown>\n'],
  [
    'apps',
    'ReplicaSet',
    { spec: { replicas: 2 }, status: { replicas: 2, readyReplicas: 1 } },
    'NAME   DESIRED   CURRENT   READY   AGE\nx      2         2         1       <unknown>\n',
  ],
];

it.each(tables)('%s/%s %j', (group, kind, object, lines) => {
  expect(printed(group, kind, [object])).toBe(lines);
});
