import { parseJson, type Value } from '@managed-fields/merge-engine';
import { describe, expect, test } from 'vitest';
import cases from '../data/yaml-print.cases.json' with { type: 'json' };
import { compareKeys } from './key-order.ts';
import { printJson, printYaml } from './yaml.ts';

function parsed(json: string): Value {
  const result = parseJson(json);
  if (result.kind === 'error') throw new Error(`${json}: ${result.message}`);
  return result.value;
}

test(`${cases.length} values print as sigs.k8s.io/yaml v1.6.0 prints them`, () => {
  const printed = cases.map(({ json }) => ({ json, yaml: printYaml(parsed(json)).text }));
  expect(printed.filter(({ yaml }, i) => yaml !== cases[i]?.yaml)).toEqual([]);
});

describe('what kubectl fails to print is printed all the same', () => {
  test.each([
    ['a key longer than 1024 characters', new Map([['k'.repeat(1025), 1n]]), `? ${'k'.repeat(1025)}\n: 1\n`],
    ['a control character', new Map([['a', '\u007f']]), 'a: "\\x7F"\n'],
    ['half a surrogate pair', new Map([['a', '\ud800']]), 'a: \ufffd\n'],
  ])('%s', (_name, value, text) => {
    expect(printYaml(value).text).toBe(text);
  });
});

test('keys stand in the order of Go', () => {
  const keys = [
    'é',
    'b',
    'a10',
    'a9',
    'a',
    'B',
    'A',
    '10',
    '9',
    '-',
    '_',
    'a-b',
    'a.b',
    'ab',
    'f:x',
    '.',
    'k:{"p":80}',
    'k:{"p":443}',
    'a01',
    'a1',
    '日',
    '😀',
  ];
  expect(keys.sort(compareKeys).join(' ')).toBe(
    '- . _ 😀 9 10 A B a a-b a.b a1 a01 a9 a10 ab b f:x k:{"p":80} k:{"p":443} é 日',
  );
});

test('JSON is printed with four spaces, sorted keys and Go escapes', () => {
  expect(printJson(parsed('{"b":[],"a":{"x":"<&>\\u2028","y":1.5},"c":[1]}'))).toBe(
    '{\n    "a": {\n        "x": "\\u003c\\u0026\\u003e\\u2028",\n        "y": 1.5\n    },\n    "b": [],\n    "c": [\n        1\n    ]\n}\n',
  );
});
