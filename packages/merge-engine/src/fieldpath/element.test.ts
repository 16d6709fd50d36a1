import { describe, expect, it } from 'vitest';
import type { Value } from '../value/value.ts';
import {
  compareElements,
  comparePaths,
  elementToString,
  equalElements,
  equalPaths,
  fieldElement,
  indexElement,
  keyElement,
  type PathElement,
  pathToString,
  sameText,
  valueElement,
} from './element.ts';

const key = (entries: Readonly<Record<string, Value>>) =>
  keyElement(Object.entries(entries).map(([name, value]) => ({ name, value })));

const printed: readonly (readonly [PathElement, string])[] = [
  [fieldElement('spec'), '.spec'],
  [fieldElement('app.kubernetes.io/name'), '.app.kubernetes.io/name'],
  [fieldElement(''), '.'],
  [key({ name: 'a' }), '[name="a"]'],
  [key({ protocol: 'TCP', port: 80n }), '[port=80,protocol="TCP"]'],
  [key({ port: 8080 }), '[port=8080]'],
  [key({ port: 30000000 }), '[port=3e+07]'],
  [key({ a: true, b: null, c: 1.5 }), '[a=true,b=null,c=1.5]'],
  [key({ a: [1n, 'x'] }), '[a=[1,"x"]]'],
  [key({ name: 'quote " and \n and é and \u0001' }), '[name="quote \\" and \\n and é and \\x01"]'],
  [valueElement('x'), '[="x"]'],
  [valueElement(-3n), '[=-3]'],
  [valueElement(false), '[=false]'],
  [indexElement(7), '[7]'],
];

describe('elementToString', () => {
  it.each(printed.map(([element, text]) => ({ element, text })))('prints $text', ({ element, text }) =>
    expect(elementToString(element)).toBe(text),
  );
});

/** From smallest to largest. */
const ordered: readonly PathElement[] = [
  fieldElement('a'),
  fieldElement('ab'),
  fieldElement('b'),
  fieldElement('\uffff'),
  fieldElement('\u{10000}'),
  keyElement([]),
  key({ a: 1n }),
  key({ a: 1n, b: 1n }),
  key({ a: 1.5 }),
  key({ a: 2n }),
  key({ a: 'x' }),
  key({ a: true }),
  key({ b: 0n }),
  valueElement(0n),
  valueElement(1.5),
  valueElement('10'),
  valueElement('9'),
  valueElement(false),
  valueElement(true),
  valueElement([1n]),
  valueElement(new Map([['a', 1n]])),
  valueElement(null),
  indexElement(0),
  indexElement(10),
];

describe('compareElements', () => {
  it('orders as upstream', () => {
    ordered.forEach((a, i) => {
      ordered.forEach((b, j) => {
        expect(Math.sign(compareElements(a, b)), `${elementToString(a)} ${elementToString(b)}`).toBe(Math.sign(i - j));
        expect(equalElements(a, b)).toBe(i === j);
      });
    });
  });

  it('goes by what elements hold, not by which object they are', () => {
    for (const one of ordered) {
      const same = structuredClone(one);
      expect(compareElements(one, same)).toBe(0);
      expect(equalElements(one, same)).toBe(true);
    }
  });

  it('takes an integer and the float of the same number for one', () => {
    expect(compareElements(key({ port: 80n }), key({ port: 80 }))).toBe(0);
    expect(equalElements(valueElement(80n), valueElement(80))).toBe(true);
    expect(compareElements(valueElement(2n ** 53n + 1n), valueElement(2 ** 53))).toBe(0);
    expect(compareElements(valueElement(2n ** 53n + 1n), valueElement(2n ** 53n))).toBe(1);
  });
});

describe('paths', () => {
  const path = [fieldElement('a'), key({ name: 'x' }), fieldElement('b')];

  it('print their elements', () => expect(pathToString(path)).toBe('.a[name="x"].b'));

  it('come before their continuations', () => {
    expect(comparePaths(path.slice(0, 2), path)).toBeLessThan(0);
    expect(comparePaths(path, path)).toBe(0);
    expect(equalPaths(path, [...path])).toBe(true);
    expect(equalPaths(path, path.slice(1))).toBe(false);
    expect(equalPaths(path.slice(0, 2), path)).toBe(false);
    expect(equalPaths(path, [...path.slice(0, -1), fieldElement('other')])).toBe(false);
  });
});

describe('sameText', () => {
  const map: Value = new Map([['a', 1n]]);
  it.each<[a: PathElement, b: PathElement, same: boolean]>([
    [valueElement(1n), valueElement(1n), true],
    [valueElement(1n), valueElement(1), false],
    [valueElement(0), valueElement(-0), false],
    [valueElement('a'), valueElement('a'), true],
    [valueElement(map), valueElement(map), true],
    [valueElement(map), valueElement(new Map(map)), false],
    [valueElement(null), valueElement(null), true],
    [key({ a: 1n, b: 'x' }), key({ b: 'x', a: 1n }), true],
    [key({ a: 1n, b: 'x' }), key({ b: 'x', a: 1 }), false],
    [key({ a: 'x', b: 1 }), key({ b: 1n, a: 'x' }), false],
    [fieldElement('a'), fieldElement('a'), true],
    [indexElement(1), indexElement(1n), true],
  ])('of %o and %o', (a, b, same) => {
    expect(equalElements(a, b)).toBe(true);
    expect(sameText(a, b)).toBe(same);
  });
});

it.each<[a: PathElement, b: PathElement]>([
  [indexElement(1), indexElement(2)],
  [indexElement(1), valueElement(1n)],
  [valueElement(1n), indexElement(1)],
  [valueElement('a'), fieldElement('a')],
  [fieldElement('a'), valueElement('a')],
  [key({ a: 1n }), key({ b: 1n })],
  [key({ a: 1n }), key({ a: 2n })],
  [key({ a: 1n }), key({ a: 1n, b: 1n })],
  [key({ a: 1n }), valueElement(1n)],
  [valueElement(1n), key({ a: 1n })],
])('%o and %o are not equal', (a, b) => {
  expect(equalElements(a, b)).toBe(false);
  expect(compareElements(a, b)).not.toBe(0);
  expect(Math.sign(compareElements(a, b))).toBe(-Math.sign(compareElements(b, a)));
});
