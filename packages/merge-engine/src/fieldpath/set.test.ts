import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { difference, intersection, recursiveDifference, union } from './algebra.ts';
import { FieldSetBuilder } from './builder.ts';
import { comparePaths, type FieldPath, fieldElement, keyElement, pathToString, valueElement } from './element.ts';
import {
  childSet,
  emptySet,
  equalSets,
  type FieldSet,
  hasBelow,
  hasPath,
  isEmptySet,
  leavesOf,
  pathsOf,
  setOf,
  setSize,
  setToString,
  withPrefix,
} from './set.ts';

const element = fc.oneof(
  fc.constantFrom('a', 'b', 'c').map(fieldElement),
  fc.constantFrom('x', 'y').map((value) => keyElement([{ name: 'name', value }])),
  fc.constantFrom(1n, 1, 2.5, 'v').map(valueElement),
);
const path: fc.Arbitrary<FieldPath> = fc.array(element, { minLength: 1, maxLength: 4 });
const paths = fc.array(path, { maxLength: 12 });
const set = paths.map((each) => setOf(...each));

const texts = (given: FieldSet) => new Set(pathsOf(given).map(pathToString));
const isSorted = (given: FieldSet): boolean =>
  given.members.every((member, i) => i === 0 || comparePaths([given.members[i - 1] ?? member], [member]) < 0) &&
  given.children.every(
    (child, i) => i === 0 || comparePaths([given.children[i - 1]?.element ?? child.element], [child.element]) < 0,
  ) &&
  given.children.every((child) => !isEmptySet(child.set) && isSorted(child.set));

function isBelow(given: FieldPath, ancestors: FieldSet): boolean {
  return given.some((_, i) => i > 0 && hasPath(ancestors, given.slice(0, i)));
}

describe('a set of paths', () => {
  it('has its paths and no others, sorted', () => {
    fc.assert(
      fc.property(paths, path, (given, other) => {
        const made = setOf(...given);
        expect(isSorted(made)).toBe(true);
        for (const each of given) expect(hasPath(made, each)).toBe(true);
        expect(hasPath(made, other)).toBe(given.map(pathToString).includes(pathToString(other)));
        expect(setSize(made)).toBe(new Set(given.map(pathToString)).size);
      }),
    );
  });

  it('is the same in whatever order its elements come', () => {
    fc.assert(
      fc.property(set, (given) => {
        const builder = new FieldSetBuilder();
        for (const child of given.children.toReversed()) builder.child(child.element, child.set);
        for (const member of [...given.members.toReversed(), ...given.members]) builder.member(member);
        expect(equalSets(builder.build(), given)).toBe(true);
      }),
    );
  });

  it('ignores the empty path', () => {
    expect(setOf([])).toEqual(emptySet);
    expect(hasPath(setOf([fieldElement('a')]), [])).toBe(false);
  });

  it('prints members before what is below them', () => {
    const made = setOf([fieldElement('b'), fieldElement('x')], [fieldElement('b')], [fieldElement('a')]);
    expect(setToString(made)).toBe('.a\n.b\n.b.x');
  });

  it('is entered by an element', () => {
    const made = setOf([fieldElement('b'), fieldElement('x')], [fieldElement('a')]);
    expect(setToString(withPrefix(made, fieldElement('b')))).toBe('.x');
    expect(withPrefix(made, fieldElement('a'))).toBe(emptySet);
    expect(childSet(made, fieldElement('c'))).toBeUndefined();
  });

  it('has leaves', () => {
    fc.assert(
      fc.property(set, (given) => {
        const leaves = pathsOf(given).filter((each) => isEmptySet(setBelow(given, each)));
        expect(equalSets(leavesOf(given), setOf(...leaves))).toBe(true);
      }),
    );
  });
});

function setBelow(given: FieldSet, at: FieldPath): FieldSet {
  return at.reduce((level, each) => withPrefix(level, each), given);
}

it.each([
  [[], true],
  [['a'], true],
  [['a', 'b'], false],
  [['c'], false],
  [['a', 'c'], false],
  [['c', 'b'], false],
])('has fields below %j: %s', (names, below) => {
  const set = setOf(['a', 'b'].map(fieldElement), [fieldElement('c')]);
  expect(hasBelow(set, names.map(fieldElement))).toBe(below);
});

describe('the algebra of sets', () => {
  it('agrees with the algebra of their paths', () => {
    fc.assert(
      fc.property(set, set, (a, b) => {
        expect(texts(union(a, b))).toEqual(new Set([...texts(a), ...texts(b)]));
        expect(texts(intersection(a, b))).toEqual(new Set([...texts(a)].filter((each) => texts(b).has(each))));
        expect(texts(difference(a, b))).toEqual(new Set([...texts(a)].filter((each) => !texts(b).has(each))));
        const rest = pathsOf(a).filter((each) => !hasPath(b, each) && !isBelow(each, b));
        expect(texts(recursiveDifference(a, b))).toEqual(new Set(rest.map(pathToString)));
      }),
    );
  });

  it('keeps sets sorted and without empty children', () => {
    fc.assert(
      fc.property(set, set, (a, b) => {
        for (const made of [union(a, b), intersection(a, b), difference(a, b), recursiveDifference(a, b)]) {
          expect(isSorted(made)).toBe(true);
        }
      }),
    );
  });

  it('has the laws of sets', () => {
    fc.assert(
      fc.property(set, set, set, (a, b, c) => {
        expect(equalSets(union(a, b), union(b, a))).toBe(true);
        expect(equalSets(union(union(a, b), c), union(a, union(b, c)))).toBe(true);
        expect(equalSets(intersection(a, b), intersection(b, a))).toBe(true);
        expect(equalSets(union(intersection(a, b), difference(a, b)), a)).toBe(true);
        expect(isEmptySet(difference(a, a))).toBe(true);
        expect(equalSets(difference(a, union(b, c)), difference(difference(a, b), c))).toBe(true);
      }),
    );
  });

  it('chooses between numbers that are written differently as upstream does', () => {
    const [minus, plus] = [valueElement(-0), valueElement(0)];
    const below = (name: string) => fieldElement(name);
    expect(setToString(union(setOf([minus]), setOf([plus])))).toBe('[=0]');
    expect(setToString(union(setOf([minus, below('a')]), setOf([plus, below('b')])))).toBe('[=-0].a\n[=-0].b');
    expect(setToString(intersection(setOf([minus]), setOf([plus])))).toBe('[=-0]');
    expect(setToString(setOf([minus], [plus]))).toBe('[=-0]');
  });

  it('does not look into what is the same on both sides', () => {
    const closed = (): never[] =>
      new Proxy([], {
        get: () => {
          throw new Error('was looked into');
        },
      });
    const same: FieldSet = { members: closed(), children: closed() };
    expect(union(same, same)).toBe(same);
    expect(intersection(same, same)).toBe(same);
    expect(difference(same, same)).toBe(emptySet);
    expect(equalSets(same, same)).toBe(true);
    const [a, b] = [fieldElement('a'), fieldElement('b')].map((member): FieldSet => ({ ...same, members: [member] }));
    if (a === undefined || b === undefined) throw new Error('there are two');
    expect(union(a, b).children).toBe(same.children);
    expect(intersection(a, { ...same, members: [...a.members, ...b.members] })).toBe(a);
  });

  it('tells sets apart that differ below an element', () => {
    const [x, y] = ['x', 'y'].map((name) => setOf([fieldElement('a'), fieldElement(name)]));
    if (x === undefined || y === undefined) throw new Error('there are two');
    expect(equalSets(x, y)).toBe(false);
    expect(equalSets(x, setOf([fieldElement('b'), fieldElement('x')]))).toBe(false);
    expect(equalSets(setOf([fieldElement('a')]), setOf([fieldElement('b')]))).toBe(false);
  });

  it('returns the very set where there is nothing else', () => {
    fc.assert(
      fc.property(set, (given) => {
        const nothing: FieldSet = { members: [], children: [] };
        expect(union(given, nothing)).toBe(given);
        expect(union(nothing, given)).toBe(isEmptySet(given) ? nothing : given);
        expect(difference(given, nothing)).toBe(given);
        expect(intersection(given, nothing)).toEqual(emptySet);
        expect(intersection(nothing, given)).toBe(emptySet);
      }),
    );
  });

  it('returns the very set where nothing changes', () => {
    fc.assert(
      fc.property(set, set, (a, b) => {
        const whole = union(a, b);
        expect(union(whole, b)).toBe(whole);
        expect(union(a, a)).toBe(a);
        expect(equalSets(union(whole, a), whole)).toBe(true);
        expect(difference(a, emptySet)).toBe(a);
        expect(intersection(a, whole)).toBe(a);
        const rest = difference(a, b);
        expect(difference(rest, b)).toBe(rest);
      }),
    );
  });
});
