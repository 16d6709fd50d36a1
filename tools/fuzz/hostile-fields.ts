import { sortedKeys, type Value, type ValueMap } from '@managed-fields/merge-engine';
import type { Chance } from '../../conformance/chance.ts';

// Texts of fieldsV1 as nobody should write them, and as upstream reads them all the same.

const names = ['a', 'b', 'c', 'spec', 'a&b', 'é', '', '.', '\u2028', 'x"y', 'a\\b', '__proto__', '10'] as const;
// Upstream prints the entries of a map in an order left to chance, so maps have one.
const soundValues = [
  ...[
    '"a"',
    '"b"',
    '"é"',
    '"\\u00e9"',
    '"<&>"',
    '"\\b\\f\\n"',
    'true',
    'false',
    'null',
    '[]',
    '[1,"x"]',
    '[1,"y"]',
    '{}',
  ],
  ...['1', '1.0', '1e0', '2', '0', '-0', '0.0', '1e-7', '1.5e-8', '30000000', '3e7', '1e21', '0.000001', '-1.5'],
  ...['9007199254740993', '9007199254740992', '123456789012345678901234567890', '{"a":"<"}', '{"b":1}'],
] as const;
const brokenValues = [
  ...['1_000', '01', '-', '--1', '-+5', '+5', '1.', '1.e1', '.5', '-.5', '1e', '1e5e', '1e999', '-1e999', '1-2'],
  ...['1.2.3', 'nul', 'nullx', 'tru', 'truex', 'fals', '[1,', '[1 2]', '{"a"', '{"a":1,}', '{"a":1', '"a', '"\\x"'],
  ...['"\\ud800"', '"\\ud83d\\ude00"', '"\\ud83d\\u0061"', '"\\ud83dx"', '"\\ud83d\\n"', '"\\u12"', '"\u0001"'],
  ...['"\\n\u0001"', '', ' ', ' 1 ', '1 x', '"a" garbage', '\t"a"', 'x', '}', '"é', '[null,tru]', '1e-999', '00', '0x'],
] as const;
const soundKeys = [
  ...['{"name":"a"}', '{"name":"b"}', '{"name":"a","port":80}', '{"port":80,"name":"a"}', '{"port":80}'],
  ...['{"port":8e1}', '{"port":80.0}', '{"port":1e-7}', '{"a&b":"<"}', '{"a\u2028":1}', '{"a":true}', '{"a":-0}'],
  ...['{"x":"1"}', '{"x":"2"}', '{"name":"x"}', '{"name":"y"}'],
] as const;
const brokenKeys = [
  ...['{"a":1,"a":2}', '{"a":2,"a":1}', '{"b":1,"a":2,"b":3}', '{}', 'null', 'nul', '{"name":"a"} garbage'],
  ...['{"name":"a"', '{"name"}', '{"name" "a"}', '{name:1}', '{,}', '{"a":1,}', '{"a":1 "b":2}', '[]', '1', ''],
  ...['{null:1}', '{"a":1,null:2}', '{"a":1_0}', '{"a":[1,{"b":2}]}', '{"a":nul}', '{"\\ud800":1}', '{"a\u0001":1}'],
  ...['{"a":1}{"b":2}', ' {"a":1}', '{ "a" : 1 }', '{"é":"é"', '"name"', '{"\\b":1}'],
] as const;
const indexes = [
  ...['0', '1', '2', '-1', '+5', '007', '9223372036854775807', '9223372036854775808', '-9223372036854775808'],
  ...['9007199254740993', '99999999999999999999', '1_0', '', 'x', '1.5', ' 1', '0x1', '-', '"'],
] as const;
const strangers = ['x:y', 'é:x', 'é', 'a', '', '::', 'f', 'ff:a', 'v', 'k', 'i', '日:x', '.:', 'K:{}', 'name'] as const;

/** A key of fieldsV1 that reads. */
export function soundKey(chance: Chance): string {
  const kind = chance.integer(8);
  if (kind < 4) return `f:${chance.pick(names)}`;
  if (kind < 6) return `k:${chance.pick(soundKeys)}`;
  return kind === 6 || chance.once(2) ? `v:${chance.pick(soundValues)}` : `i:${chance.integer(3)}`;
}

/** A key of fieldsV1 that need not read. */
export function hostileKey(chance: Chance): string {
  const kind = chance.integer(12);
  if (kind < 3) return soundKey(chance);
  if (kind === 3) return mutated(chance, soundKey(chance));
  if (kind < 7) return `v:${chance.pick(brokenValues)}`;
  if (kind < 10) return `k:${chance.pick(brokenKeys)}`;
  return kind === 10 ? `i:${chance.pick(indexes)}` : chance.pick(strangers);
}

const strays = [
  '"',
  '{',
  '}',
  ':',
  ',',
  '\\',
  '0',
  '9',
  '.',
  '-',
  'e',
  'n',
  ' ',
  '\u0000',
  'é',
  '😀',
  '[',
  ']',
  '_',
] as const;

/** A text with one or two characters left out, put in or replaced. */
function mutated(chance: Chance, text: string): string {
  const characters = [...text];
  for (let i = 1 + chance.integer(2); i > 0; i--) {
    const at = chance.integer(characters.length + 1);
    characters.splice(at, chance.integer(2), ...(chance.once(3) ? [] : [chance.pick(strays)]));
  }
  return characters.join('');
}

/** Texts that stand below a key of fieldsV1. */
const leaves = ['{}', '{}', '{}', '{}', 'null', '{".":{}}', '{ }'] as const;
const brokenLeaves = ['1', '"x"', '[]', 'true', '-1.5', '{"x:y":[1,{"a":0.5}]}', '{".":1e5}', '{"x:y":1e999}'] as const;

/**
 * Says whether a text of a set is hostile. A `sound` one can be read, though elements may be written in several ways.
 */
export type Temper = 'sound' | 'hostile';

/** The text of a set of fields. */
export function fieldsText(chance: Chance, temper: Temper): string {
  const text = level(chance, temper, 3);
  if (temper === 'sound') return text;
  if (chance.once(40)) return `${text}${chance.pick([' garbage', '{}', ' '])}`;
  if (chance.once(40)) return padded(chance, text);
  return chance.once(8) ? mutated(chance, text) : text;
}

/** A text whose parts stand on both sides of the border of upstream's buffer of 4,096 bytes. */
function padded(chance: Chance, text: string): string {
  return `{"f:${'x'.repeat(4060 + chance.integer(40))}":{},${text.slice(1)}`;
}

function level(chance: Chance, temper: Temper, depth: number): string {
  const parts: string[] = [];
  if (chance.once(4)) parts.push('".":{}');
  for (let i = chance.integer(depth === 3 ? 6 : 4); i > 0; i--) {
    const hostile = temper === 'hostile' && chance.once(5);
    const key = hostile ? hostileKey(chance) : soundKey(chance);
    const written = chance.once(20) ? escapedWhole(key) : JSON.stringify(key);
    const inside = depth > 1 && !chance.once(2) ? level(chance, temper, depth - 1) : chance.pick(leaves);
    parts.push(`${written}:${hostile && chance.once(4) ? chance.pick(brokenLeaves) : inside}`);
  }
  return `{${parts.join(chance.once(10) ? ' ,\n' : ',')}}`;
}

/** A JSON string of which each character is an escape. */
function escapedWhole(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0'));
  return `"${units.map((unit) => `\\u${unit}`).join('')}"`;
}

/** The same as a decoded body holds it: no key twice, keys in the order in which a custom resource is stored. */
export function fieldsValue(chance: Chance, temper: Temper, depth = 3): ValueMap {
  const fields = new Map<string, Value>();
  if (chance.once(4)) fields.set('.', new Map());
  for (let i = chance.integer(5); i > 0; i--) {
    const hostile = temper === 'hostile' && chance.once(12);
    const key = hostile ? hostileKey(chance) : soundKey(chance);
    const inside = depth > 1 && chance.once(2) ? fieldsValue(chance, temper, depth - 1) : new Map();
    fields.set(key, hostile && chance.once(6) ? chance.pick<Value>([null, 1n, 'x', [], true, 1.5]) : inside);
  }
  return new Map(sortedKeys(fields).map((key) => [key, fields.get(key) as Value]));
}
