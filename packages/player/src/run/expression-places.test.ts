import { policyCompiler } from '@managed-fields/api-server/cel';
import { readDocuments } from '@managed-fields/source';
import { expect, test } from 'vitest';
import { expressionPlaces } from './expression-places.ts';

/** The parts of a text that the errors of its expression are at, and what they say. */
function places(text: string, trims: boolean) {
  const [document] = readDocuments(text);
  const range = document?.locate(['e'])?.value;
  const value = document?.value;
  const expression = value instanceof Map ? value.get('e') : undefined;
  if (range === undefined || typeof expression !== 'string') throw new Error('no expression');
  const compiled = policyCompiler({ params: false, variables: false }).compile(
    'condition',
    trims ? expression.trim() : expression,
  );
  const message = compiled.kind === 'error' ? compiled.message : '';
  const said = `Invalid value: ${JSON.stringify(expression)}: ${message}`;
  return expressionPlaces(text, range, expression, said)?.map(({ from, to, message: words }) => [
    text.slice(from, to),
    words,
  ]);
}

const undeclared = (name: string) => `undeclared reference to '${name}' (in container '')`;

test.each<readonly [text: string, found: readonly (readonly [part: string, message: string])[]]>([
  ['e: nothing == 1', [['nothing', undeclared('nothing')]]],
  [
    'e: "1 == other && none"',
    [
      ['other', undeclared('other')],
      ['none', undeclared('none')],
    ],
  ],
  ["e: '''a'' == b'", [['b', undeclared('b')]]],
  ['e: |\n  true &&\n    here\n', [['here', undeclared('here')]]],
  [
    'e: >-\n  true &&\n  here &&\n  there\n',
    [
      ['here', undeclared('here')],
      ['there', undeclared('there')],
    ],
  ],
  ['e: "\\"é😀\\" == here"', [['here', undeclared('here')]]],
  ['e: "\\n\\n  here"', [['here', undeclared('here')]]],
  ['e: "\\t1 == here"', [['here', undeclared('here')]]],
  ['{"e": "has(1)"}', [['1', 'invalid argument to has() macro']]],
  [
    'e: 1 +',
    [
      [
        '+',
        "Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
      ],
    ],
  ],
])('%j', (text, found) => {
  expect(places(text, false)).toEqual(found);
  expect(places(text, true)).toEqual(found);
});

test('messages without places, and those about another text, have none', () => {
  const range = { from: 3, to: 7 };
  expect(expressionPlaces('e: true', range, 'true', 'must evaluate to bool but got int')).toBeUndefined();
  const message = 'compilation failed: ERROR: <input>:1:1: no\n | true\n | ^';
  expect(expressionPlaces('e: true', range, 'false', message)).toBeUndefined();
  expect(expressionPlaces('e: true', range, 'true', message.replace(' true', ' other'))).toBeUndefined();
  expect(expressionPlaces('e: true', range, 'true', message)).toEqual([{ message: 'no', from: 3, to: 7 }]);
  expect(expressionPlaces('e: true', range, 'true', message.replace(':1:1:', ':9:9:'))).toBeUndefined();
});
