import { describe, expect, test } from 'vitest';
import { type OwnerIdentity, palette, patternCount, type Seating, seated } from './palette.ts';

const none: Seating = new Map();
const places = (seating: Seating) => [...seating].map(([name, { place, letter }]) => `${name} ${place}${letter}`);
const owner = (manager: string, operation: 'Apply' | 'Update', subresource = '', apiVersion = 'v1'): OwnerIdentity => ({
  manager,
  operation,
  subresource,
  apiVersion,
});

describe('seats', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['initials, in order of appearance', ['helm', 'ops'], ['helm 0h', 'ops 1o']],
    [
      'the next initial where one is taken',
      ['kubectl', 'kube-controller-manager'],
      ['kubectl 0k', 'kube-controller-manager 1c'],
    ],
    ['any letter of the name then', ['a', 'aa', 'ab'], ['a 0a', 'aa 1b', 'ab 2c']],
    ['names without letters of the alphabet', ['управитель', '管理'], ['управитель 0a', '管理 1b']],
    ['the same name once', ['x', 'x'], ['x 0x']],
    ['names like those of every object', ['__proto__', 'constructor'], ['__proto__ 0p', 'constructor 1c']],
  ])('%s', (_, names, expected) => {
    expect(places(seated(none, names, []))).toEqual(expected);
  });

  test('letters stay apart as long as there are any', () => {
    const names = Array.from({ length: 36 }, (_, index) => `manager-${index}`);
    const letters = [...seated(none, names, []).values()].map(({ letter }) => letter);
    expect(new Set(letters).size).toBe(36);
  });

  test('a newcomer takes nobody’s colour', () => {
    const first = seated(none, ['kubectl'], ['helm', 'ops']);
    const second = seated(first, ['argo', 'kubectl'], ['ops']);
    expect(places(second)).toEqual(['kubectl 0k', 'helm 1h', 'ops 2o', 'argo 3a']);
  });

  test('a name that is being typed uses one seat', () => {
    const typed = ['h', 'he', 'hel', 'helm'].reduce((seating, name) => seated(seating, ['kubectl', name], []), none);
    expect(places(typed)).toEqual(['kubectl 0k', 'helm 1h']);
  });

  test('the same company is the very same seating', () => {
    const seating = seated(none, ['a'], ['b']);
    expect(seated(seating, ['a'], ['b'])).toBe(seating);
  });
});

test('entries of one manager share colour and letter and differ in pattern', () => {
  const owners = [owner('helm', 'Apply'), owner('helm', 'Update'), owner('helm', 'Update', 'status')];
  const marks = owners.map(palette(seated(none, ['helm'], []), owners).ofOwner);
  expect(new Set(marks.map(({ colour, letter }) => `${colour}${letter}`)).size).toBe(1);
  expect(marks.map(({ pattern }) => pattern)).toEqual([0, 1, 2]);
});

test('an applier is the same at every version, an updater is not', () => {
  const owners = [
    owner('a', 'Apply', '', 'v1'),
    owner('a', 'Apply', '', 'v2'),
    owner('a', 'Update', '', 'v1'),
    owner('a', 'Update', '', 'v2'),
  ];
  const patterns = owners.map((each) => palette(seated(none, ['a'], []), owners).ofOwner(each).pattern);
  expect(patterns).toEqual([0, 0, 1, 2]);
});

test('patterns stay within the fixed set', () => {
  const owners = Array.from({ length: 20 }, (_, index) => owner('a', 'Update', `sub${index}`));
  const { ofOwner } = palette(seated(none, ['z', 'a'], []), owners);
  expect(Math.max(...owners.map((each) => ofOwner(each).pattern))).toBeLessThan(patternCount);
});

test('colours come again after the eighth manager, and then with another pattern', () => {
  const names = Array.from({ length: 24 }, (_, index) => `manager-${index}`);
  const colours = palette(seated(none, names, []));
  const looks = names.map((name) => colours.of(name)).map(({ colour, pattern }) => `${colour} ${pattern}`);
  expect(new Set(looks).size).toBe(24);
});
