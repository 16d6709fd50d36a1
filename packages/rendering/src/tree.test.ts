import { visibleParts, visibleText } from '@managed-fields/foreign-text';
import { describe, expect, test } from 'vitest';
import { element, pathTrees, toHtml } from './tree.ts';

describe('a tree as HTML', () => {
  test.each([
    ['text', element('p', {}, '<b>&"\''), '<p>&lt;b&gt;&amp;&quot;&#39;</p>'],
    ['attributes', element('a', { title: '"><script>' }), '<a title="&quot;&gt;&lt;script&gt;"></a>'],
    ['an attribute without a value', element('details', { open: true }), '<details open></details>'],
    ['what is not there', element('p', { title: undefined, lang: false }, undefined, false, ['a', false]), '<p>a</p>'],
    [
      'what compilers of pages read',
      element('p', { title: '{{a}}' }, '{{a}} *_`~[]\\\n\nb'),
      '<p title="&#123;&#123;a&#125;&#125;">&#123;&#123;a&#125;&#125; &#42;&#95;&#96;&#126;&#91;&#93;&#92;&#10;&#10;b</p>',
    ],
    ['an empty text', element('p', { title: '' }, ''), '<p title=""></p>'],
  ])('escapes and leaves out: %s', (_, tree, html) => {
    expect(toHtml(tree)).toBe(html);
  });

  test('names what could not be seen', () => {
    expect(toHtml('a\u202eb')).toBe(
      ['isolated">a', 'hidden-character">U+202E', 'isolated">b']
        .map((part) => `<span class="mf-${part}</span>`)
        .join(''),
    );
  });
});

test.each([
  ['a right-to-left override', 'exe\u202etxt', 'exeU+202Etxt'],
  ['a space without width', 'a\u200bb', 'aU+200Bb'],
  ['a null', '\0', 'U+0000'],
  ['half a character', 'a\ud83d', 'aU+D83D'],
  ['a whole one', '\u{1f600}', '\u{1f600}'],
  ['line breaks and tabs', 'a\r\n\tb', 'a\r\n\tb'],
  ['letters of other scripts', 'український 中文 עברית', 'український 中文 עברית'],
])('shows %s', (_, text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test('a text of nothing but hidden characters has few parts, and still shows all of them by their numbers', () => {
  const parts = visibleParts('\u202e'.repeat(400_000));
  expect(parts.length).toBeLessThan(300);
  const shown = parts.map(({ text }) => text).join('');
  expect(shown).toBe('U+202E'.repeat(400_000));
});

test('a path is whole, breaks between its elements, and not at the dots of a key that is nothing else', () => {
  expect(pathTrees('.spec.containers[name="web"].image').filter((part) => typeof part === 'string')).toEqual([
    '.spec',
    '.containers',
    '[name="web"]',
    '.image',
  ]);
  const dots = `.data.${'.'.repeat(5000)}`;
  expect(pathTrees(dots)).toEqual([dots]);
});
