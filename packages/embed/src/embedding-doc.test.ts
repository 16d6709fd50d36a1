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
  expect(html).toMatch(/^<style>.*<\/style>\n<figure .*https:\/\/fields\.example\.com\/#s\/.*<\/figure>\n$/s);
});
