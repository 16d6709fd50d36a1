import { describe, expect, it } from 'vitest';
import { compileExpression } from './compile.ts';

function answer(source: string) {
  const compiled = compileExpression(source, new Map());
  if (compiled.kind === 'error') return compiled.message.split('\n')[0];
  const { value } = compiled.run(new Map());
  return value !== null && typeof value === 'object' && value.kind === 'error' ? value.message : value;
}

describe('whatever is written comes to an end', () => {
  const loops = 'lists.range(1000).all(a, lists.range(1000).all(b, lists.range(1000).all(c, a + b + c >= 0)))';
  const thousands = `'${'x'.repeat(3000)}'`;
  const zeros = `'${'0'.repeat(100)}'`;
  const tooMuch = 'operation cancelled: actual cost limit exceeded';
  it.each([
    ['loops in loops', loops, 'operation cancelled: actual cost limit exceeded'],
    [
      'lists in lists that double',
      `[[1]]${'.map(a, [a, a])'.repeat(60)} == [[1]]${'.map(a, [a, a])'.repeat(60)}`,
      'operation cancelled: actual cost limit exceeded',
    ],
    [
      'maps in maps that double',
      `[{'a': 1}]${".map(a, {'a': a, 'b': a})".repeat(60)}.all(a, a == a)`,
      'operation cancelled: actual cost limit exceeded',
    ],
    [
      'a text that doubles',
      `['a']${'.map(a, a + a)'.repeat(60)}.all(a, a == a)`,
      'operation cancelled: actual cost limit exceeded',
    ],
    [
      'large sets',
      'sets.contains(lists.range(100000), lists.range(100000))',
      'operation cancelled: actual cost limit exceeded',
    ],
    ['a list in a list', 'lists.range(300).all(a, a in lists.range(300))', true],
    ['a long list in a list', 'lists.range(1000).all(a, a in lists.range(1000))', tooMuch],
    ['loops that cost nothing', `${'lists.range(1000).exists_one(a, '.repeat(4)}false${')'.repeat(4)}`, tooMuch],
    ['a long range', 'lists.range(9000000000000000000).size() > 0', 'operation cancelled: actual cost limit exceeded'],
    ['a pattern with many ways', `'${'a'.repeat(5000)}!'.matches('^(a+)+$')`, false],
    ['many parentheses', `${'('.repeat(50_000)}1`, 'ERROR: <input>:-1:0: expression recursion limit exceeded: 250'],
    ['a long chain of fields', `{}${'.a'.repeat(40_000)}`, 'ERROR: <input>:-1:0: max recursion depth exceeded'],
    ['a long sum', `1${'+1'.repeat(40_000)}`, 'ERROR: <input>:-1:0: max recursion depth exceeded'],
    ['many negations', `${'!'.repeat(50_000)}true`, true],
    ['many terms', `true${' && true'.repeat(10_000)}`, true],
    [
      'too long a text',
      `'${'a'.repeat(100_001)}'`,
      'ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100003, limit 100000',
    ],
    [
      'a text that grows at each character',
      `${thousands}.replace('x', ${thousands}).replace('x', ${thousands}).size() > 0`,
      tooMuch,
    ],
    [
      'a text that is joined by itself',
      `${thousands}.split('').join(${thousands}).split('').join(${thousands}) == ''`,
      tooMuch,
    ],
    ['numbers far apart', "sign(quantity('1e2147483647').add(quantity('1'))) > 0", tooMuch],
    ['a number with many zeros', "quantity('1e2147483647').asInteger() > 0", 'cannot convert value to integer'],
    ['a million digits', `quantity('1' + ${zeros}.replace('0', ${zeros}).replace('0', ${zeros})).isInteger()`, false],
    ['names of prototypes', "{'__proto__': 1, 'constructor': 2}.__proto__ == 1 && !has({}.constructor)", true],
  ] as const)('%s', (_about, source, expected) => {
    expect(answer(source)).toBe(expected);
  });
});
