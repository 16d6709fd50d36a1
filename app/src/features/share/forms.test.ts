import type { Scenario } from '@managed-fields/scenario';
import { describe, expect, test } from 'vitest';
import { elementCode, frameCode, linkTo, markdownOf, type Shared, writtenElementCode } from './forms.ts';

const shared: Shared = { folder: 'https://a.example/p/', fragment: 's/1z.abc.def', title: 'A & "b"', look: {} };
const scenario = (text: string, more: object = {}): Scenario => ({
  title: '',
  steps: [{ id: 's1', kind: 'apply', text, ...more }],
});

test.each([
  ['the first step needs no word', { step: 1, view: 'object', theme: 'auto' }, 'https://a.example/p/#s/1z.abc.def'],
  [
    'step and view stand in the query',
    { step: 3, view: 'changes' },
    'https://a.example/p/?step=3&view=changes#s/1z.abc.def',
  ],
  ['the theme is the reader’s own', { theme: 'dark' }, 'https://a.example/p/#s/1z.abc.def'],
])('a link: %s', (_, look, url) => {
  expect(linkTo({ ...shared, look })).toBe(url);
});

test('Markdown: nothing in a title ends the link or begins another', () => {
  expect(markdownOf({ ...shared, title: 'a](x) `b`\n![c] <d>' })).toBe(
    '[a\\](x) \\`b\\`U+000A\\!\\[c\\] &lt;d&gt;](https://a.example/p/#s/1z.abc.def)',
  );
});

test('an iframe: its settings in the address, quotes and markup in the title escaped', () => {
  const code = frameCode({ ...shared, title: '"><script>', look: { step: 2, view: 'entries', theme: 'dark' } });
  expect(code).toContain(
    'src="https://a.example/p/embed.html?step=2&amp;view=managedfields&amp;theme=dark#s/1z.abc.def"',
  );
  expect(code).toContain('title="&quot;&gt;&lt;script&gt;"');
  expect(code.match(/</g)).toHaveLength(2);
});

describe('an element', () => {
  test('packed: the scenario is an attribute, an example its name', () => {
    expect(elementCode({ ...shared, look: { step: 2, view: 'requests' } })).toBe(
      '<script async src="https://a.example/p/embed.js"></script>\n<managed-fields-playground scenario="s/1z.abc.def" title="A &amp; &quot;b&quot;" step="2"></managed-fields-playground>\n',
    );
    expect(elementCode({ ...shared, fragment: 'x/first-configmap@3' })).toContain(
      '<managed-fields-playground example="first-configmap"',
    );
  });

  test('written: a child a step, with its settings', () => {
    const written = writtenElementCode(
      shared,
      scenario('\n\na: 1\n\n', { manager: 'me', fieldValidation: 'Warn', force: true, kind: 'create' }),
    );
    expect(written).toContain(
      '<script type="application/yaml" data-op="create" data-manager="me" data-field-validation="Warn" data-force="true">\na: 1\n</script>\n',
    );
  });

  test.each([
    ['files', scenario('kubectl apply -f a', { files: { a: 'b' } })],
    ['an object of its own', scenario('a: 1', { object: { apiVersion: 'v1', kind: 'Pod', name: 'p' } })],
    ['a text that would end the script', scenario('a: </SCRIPT>')],
    ['a text that is indented as a whole', scenario('  a: 1\n  b: 2')],
  ])('cannot be written with %s', (_, each) => {
    expect(writtenElementCode(shared, each)).toBeUndefined();
  });
});
