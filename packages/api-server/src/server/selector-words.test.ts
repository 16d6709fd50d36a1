import { expect, it } from 'vitest';
import { parseFieldSelector } from './field-selector.ts';
import { parseLabelSelector, type ReadSelector } from './label-selector.ts';

const saidOf = (read: ReadSelector) => (read.kind === 'malformed' ? read.message : 'read');

/** What a kube-apiserver v1.36.3 says of label selectors. */
const labels: readonly (readonly [selector: string, said: string])[] = [
  ['a=b,c in (d,,e),!f,g notin (),h>1', 'read'],
  ['in in (in)', 'read'],
  ['a notin (b,),!c', 'read'],
  ['a=', 'read'],
  ['\0a b', 'read'],
  ['a=\0b', 'read'],
  ['a\0\0b', 'read'],
  ['a \0b', 'read'],
  ['a\0b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
  ['a\0 b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
  ['a in (,)', 'read'],
  ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
  ['a gt 1', "unable to parse requirement: found 'gt', expected: in, notin, =, ==, !=, gt, lt"],
  ['a!b', "unable to parse requirement: found '!', expected: in, notin, =, ==, !=, gt, lt"],
  ['a===b', "unable to parse requirement: found '=', expected: identifier"],
  ['!', "unable to parse requirement: found '', expected: identifier"],
  [',', "found ',', expected: !, identifier, or 'end of string'"],
  ['(', "found '(', expected: !, identifier, or 'end of string'"],
  ['a=b,', "found '', expected: identifier after ','"],
  ['a=b,,c', "found ',', expected: identifier after ','"],
  ['a=b c', "found 'c', expected: ',' or 'end of string'"],
  ['a=b=c', "found '=', expected: ',' or 'end of string'"],
  ['!a in (b)', "found 'in', expected: ',' or 'end of string'"],
  ['a in b', "unable to parse requirement: found 'b' expected: '('"],
  ['a in (', "unable to parse requirement: found '', expected: ',', ')' or identifier"],
  ['a in (x y)', "unable to parse requirement: found 'y', expected: ',' or ')'"],
  [
    'a>x',
    "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
  ],
  [
    'a<9223372036854775808',
    "unable to parse requirement: values[0]: Invalid value: \"9223372036854775808\": for 'Gt', 'Lt' operators, the value must be an integer",
  ],
  [
    '-a=b',
    "unable to parse requirement: <nil>: Invalid value: \"-a\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
  ],
  [
    'a=-b',
    "unable to parse requirement: values[0][a]: Invalid value: \"-b\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
  ],
];

it.each(labels)('the label selector %s', (selector, said) => expect(saidOf(parseLabelSelector(selector))).toBe(said));

/** What it says of field selectors. */
const fields: readonly (readonly [selector: string, said: string])[] = [
  ['', 'read'],
  [',', 'read'],
  ['=a', 'read'],
  ['metadata.name!=a,metadata.namespace==b', 'read'],
  ['a', "invalid selector: 'a'; can't understand 'a'"],
  ['b,a', "invalid selector: 'b,a'; can't understand 'a'"],
  [',\\', "invalid selector: ',\\'; can't understand '\\'"],
  ['metadata.name in (a)', "invalid selector: 'metadata.name in (a)'; can't understand 'metadata.name in (a)'"],
  ['metadata.name=a=b', 'invalid field selector: unescaped character in value: 61'],
  ['metadata.name=a\\', 'invalid field selector: invalid escape sequence: \\'],
  ['metadata.name=a\\b', 'invalid field selector: invalid escape sequence: \\b'],
];

it.each(fields)('the field selector %s', (selector, said) => expect(saidOf(parseFieldSelector(selector))).toBe(said));

it('takes backslashes out of the values of fields', () => {
  expect(parseFieldSelector('metadata.name=a\\,b\\=c\\\\')).toEqual({
    kind: 'selector',
    requirements: [{ kind: 'equals', key: 'metadata.name', value: 'a,b=c\\' }],
  });
});
