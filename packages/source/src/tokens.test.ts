import { describe, expect, test } from 'vitest';
import { tokens } from './tokens.ts';

const shown = (text: string) => tokens(text).map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`);

describe('tokens', () => {
  test.each<[string, string, string[]]>([
    ['a mapping', 'a: b # c', ['key a', 'punctuation :', 'string b', 'comment # c']],
    [
      'scalars as the server reads them',
      '[1, 0o17, 1.5, yes, ~, null, x, 2001-01-01]',
      [
        'punctuation [',
        'number 1',
        'punctuation ,',
        'number 0o17',
        'punctuation ,',
        'number 1.5',
        'punctuation ,',
        'bool yes',
        'punctuation ,',
        'null ~',
        'punctuation ,',
        'null null',
        'punctuation ,',
        'string x',
        'punctuation ,',
        'string 2001-01-01',
        'punctuation ]',
      ],
    ],
    [
      'quoted keys',
      '"a" : 1\n\'b\': "2"',
      ['key "a"', 'punctuation :', 'number 1', "key 'b'", 'punctuation :', 'string "2"'],
    ],
    [
      'anchors, aliases and tags',
      'a: &x !!str b\nc: *x',
      ['key a', 'punctuation :', 'anchor &x', 'tag !!str', 'string b', 'key c', 'punctuation :', 'alias *x'],
    ],
    [
      'blocks',
      'a: |- # c\n  x\n  y\n\nb: 1',
      ['key a', 'punctuation :', 'block |-', 'comment # c', 'string   x\n  y', 'key b', 'punctuation :', 'number 1'],
    ],
    ['lists', '- a\n- - b', ['punctuation -', 'string a', 'punctuation -', 'punctuation -', 'string b']],
    ['several lines', 'a: x\n  y', ['key a', 'punctuation :', 'string x\n  y']],
    ['documents', '%YAML 1.1\n---\na\n...', ['directive %YAML 1.1', 'document ---', 'string a', 'document ...']],
    [
      'JSON',
      '{"a":[true]}',
      ['punctuation {', 'key "a"', 'punctuation :', 'punctuation [', 'bool true', 'punctuation ]', 'punctuation }'],
    ],
    ['a value alone is no key', 'a\n: b', ['string a', 'punctuation :', 'string b']],
    ['an open quote', 'a: "x\nb: 1', ['key a', 'punctuation :', 'string "x\nb: 1']],
    ['nothing', '', []],
  ])('of %s', (_name, text, expected) => {
    expect(shown(text)).toEqual(expected);
  });

  test.each([
    'a: [',
    '}',
    '\t\t',
    '\u0000',
    '@`%',
    'a: b: c: d',
    '"\\',
    '&',
    '|\n\tx',
    '? : ? :',
    '['.repeat(5000),
    '"a":'.repeat(5000),
  ])('of broken text %# lie in it in order', (text) => {
    let at = 0;
    for (const { from, to } of tokens(text)) {
      expect(from).toBeGreaterThanOrEqual(at);
      expect(to).toBeGreaterThan(from);
      at = to;
    }
    expect(at).toBeLessThanOrEqual(text.length);
  });
});
