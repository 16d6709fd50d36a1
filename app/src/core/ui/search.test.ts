import { expect, test } from 'vitest';
import { found, score } from './search.ts';

const hpa = [
  'Hand replicas over to the autoscaler',
  'The HPA owns replicas',
  'k/k#94585 conflict with "kube-controller-manager"',
];
const map = ['A first ConfigMap', 'Two appliers share a key', ''];

test.each([
  ['nothing typed finds all', '', true],
  ['the beginning of a word', 'auto', true],
  ['the inside of a word', 'plicas', true],
  ['an issue by its number', '94585', true],
  ['an issue as it is written', 'k/k#94585', true],
  ['words in any order and case', 'HPA hand', true],
  ['accents are not needed, nor in the way', 'autóscaler', true],
  ['every word of a short search counts', 'replicas configmap', false],
  [
    'of a pasted error most words do',
    'conflict with "kube-controller-manager" with subresource "scale" .spec.replicas',
    true,
  ],
  ['a foreign error does not', 'the quick brown fox with lazy dogs', false],
])('%s', (_, query, expected) => {
  expect(score(query, hpa) !== undefined).toBe(expected);
});

test('what is named so comes before what mentions it', () => {
  const mentions = ['Another thing', 'about a ConfigMap', ''];
  expect(found('configmap', [mentions, map, hpa], (texts) => texts)).toEqual([map, mentions]);
});

test('what is equally good keeps its order', () => {
  const twice = ['A first ConfigMap', 'b', ''];
  expect(found('configmap', [map, twice], (texts) => texts)).toEqual([map, twice]);
});

test('the same words in the same order come first', () => {
  const scattered = ['Fields with conflicts', 'Apply it 2 times and it failed', ''];
  const said = ['Another thing', '', 'Apply failed with 2 conflicts'];
  expect(found('Apply failed with 2 conflicts', [scattered, said], (texts) => texts)).toEqual([said, scattered]);
});
