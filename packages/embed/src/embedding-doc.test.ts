import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test, vi } from 'vitest';
import { renderStatic } from './static.ts';

const document = readFileSync(new URL('../../../docs/embedding.md', import.meta.url), 'utf8');
const snippets = [...document.matchAll(/^```([\w-]+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
  language,
  code,
}));

test.each(snippets.filter(({ language }) => ['js', 'jsx', 'ts'].includes(language)))(
  '$language is well formed',
  ({ language, code }) => {
    expect(parseSync(`snippet.${language}`, code).errors).toEqual([]);
  },
);

test('the template for Hugo is that of the sample, and every sample that is named is there', () => {
  const file = (path: string) => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8');
  const named = [...document.matchAll(/\]\((\.\.\/samples\/[^)]+)\)/g)].map(([, path = '']) => path);
  expect(named).toHaveLength(2);
  for (const path of named) expect(file(path)).not.toBe('');
  const hook = named.find((path) => path.endsWith('.html')) ?? '';
  expect(snippets.map(({ code }) => code)).toContain(file(hook));
});

test('the script for a static view writes one', async () => {
  const code = snippets.find((snippet) => snippet.code.includes('renderStatic'))?.code ?? '';
  const example = readFileSync(new URL('../../../public/examples/first-configmap.yaml', import.meta.url), 'utf8');
  const writeFile = vi.fn();
  // The script with what it imports given to it.
  const body = code.replace(/^import .*$/gm, '');
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  await AsyncFunction('readFile', 'writeFile', 'renderStatic', body)(async () => example, writeFile, renderStatic);
  const [name, html] = writeFile.mock.calls[0] ?? [];
  expect(name).toBe('scenario.html');
  expect(html).toMatch(/^<style>.*<\/style>\n<div .*https:\/\/fields\.example\.com\/#s\/.*<\/div>\n$/s);
});
