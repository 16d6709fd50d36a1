import { describe, expect, test } from 'vitest';
import {
  assignColours,
  type ManagerColours,
  type OwnerIdentity,
  palette,
  patternCount,
  sameColours,
} from './palette.ts';

const places = (managerColours: ManagerColours) =>
  [...managerColours].map(([name, { place, letter }]) => `${name} ${place}${letter}`);
const owner = (manager: string, operation: 'Apply' | 'Update', subresource = '', apiVersion = 'v1'): OwnerIdentity => ({
  manager,
  operation,
  subresource,
  apiVersion,
});

describe('colours of managers', () => {
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
    expect(places(assignColours(names))).toEqual(expected);
  });

  test('letters stay apart as long as there are any', () => {
    const names = Array.from({ length: 36 }, (_, index) => `manager-${index}`);
    const letters = [...assignColours(names).values()].map(({ letter }) => letter);
    expect(new Set(letters).size).toBe(36);
  });

  test('a new manager takes nobody’s colour', () => {
    const first = assignColours(['kubectl', 'helm', 'ops']);
    expect(places(assignColours(['argo', 'kubectl'], first))).toEqual(['kubectl 0k', 'helm 1h', 'ops 2o', 'argo 3a']);
  });

  test('the same managers keep the very same map', () => {
    const managerColours = assignColours(['a', 'b']);
    expect(assignColours(['b'], managerColours)).toBe(managerColours);
    expect(sameColours(assignColours(['a', 'b']), managerColours)).toBe(true);
    expect(sameColours(assignColours(['b', 'a']), managerColours)).toBe(false);
  });
});

test('entries of one manager share colour and letter and differ in pattern', () => {
  const owners = [owner('helm', 'Apply'), owner('helm', 'Update'), owner('helm', 'Update', 'status')];
  const marks = owners.map(palette(assignColours(['helm']), owners).ofOwner);
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
  const patterns = owners.map((each) => palette(assignColours(['a']), owners).ofOwner(each).pattern);
  expect(patterns).toEqual([0, 0, 1, 2]);
});

test('patterns stay within the fixed set', () => {
  const owners = Array.from({ length: 20 }, (_, index) => owner('a', 'Update', `sub${index}`));
  const { ofOwner } = palette(assignColours(['z', 'a']), owners);
  expect(Math.max(...owners.map((each) => ofOwner(each).pattern))).toBeLessThan(patternCount);
});

test('colours come again after the eighth manager, and then with another pattern', () => {
  const names = Array.from({ length: 24 }, (_, index) => `manager-${index}`);
  const colours = palette(assignColours(names));
  const looks = names.map((name) => colours.of(name)).map(({ colour, pattern }) => `${colour} ${pattern}`);
  expect(new Set(looks).size).toBe(24);
});
