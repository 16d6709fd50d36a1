import { mapFromPlain } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { warningsOfPods } from './existing-pods.ts';

const pod = (name: string, controller?: string) => {
  const owners = [{ uid: 'another' }, { uid: controller, controller: true }];
  return mapFromPlain({ metadata: { name, ...(controller === undefined ? {} : { ownerReferences: owners }) } });
};
const many = (count: number, controller?: string) =>
  Array.from({ length: count }, (_, index) => pod(`p${String(index).padStart(4, '0')}`, controller));
const all = () => 'reason';
const some = 'existing pods in namespace "ns" violate the new PodSecurity enforce level "baseline:latest"';
const first = (count: number) =>
  `new PodSecurity enforce level only checked against the first 3000 of ${count} existing pods`;

it('looks at 3000 Pods at most', () => {
  expect(warningsOfPods('ns', 'baseline:latest', many(3000), all)).toEqual([
    some,
    'p0000 (and 2999 other pods): reason',
  ]);
  expect(warningsOfPods('ns', 'baseline:latest', many(3001), all)).toEqual([
    first(3001),
    some,
    'p0000 (and 2999 other pods): reason',
  ]);
  expect(warningsOfPods('ns', 'baseline:latest', many(3001), () => '')).toEqual([first(3001)]);
});

it('looks at one Pod of each controller before the others', () => {
  const pods = [...many(3000, 'one'), pod('q', 'one'), pod('y', 'two'), pod('z')];
  const reasonsOf = (found: ReturnType<typeof pod>) => (nameOf(found).length === 1 ? nameOf(found) : '');
  expect(warningsOfPods('ns', 'baseline:latest', pods, reasonsOf)).toEqual([first(3003), some, 'y: y', 'z: z']);
});

it('counts Pods by what they violate, in the order of the texts', () => {
  const pods = [pod('c'), pod('b'), pod('e'), pod('d'), pod('a')];
  const reasons = new Map([
    ['c', 'one'],
    ['b', 'one'],
    ['e', 'two'],
    ['a', 'one'],
  ]);
  expect(warningsOfPods('ns', 'baseline:latest', pods, (found) => reasons.get(nameOf(found)) ?? '')).toEqual([
    some,
    'a (and 2 other pods): one',
    'e: two',
  ]);
  const two = pods.slice(0, 2);
  expect(warningsOfPods('ns', 'baseline:latest', two, all)).toEqual([some, 'b (and 1 other pod): reason']);
  expect(warningsOfPods('ns', 'baseline:latest', [], all)).toEqual([]);
});

function nameOf(found: ReturnType<typeof pod>): string {
  const metadata = found.get('metadata');
  return metadata instanceof Map ? String(metadata.get('name')) : '';
}
