import { afterEach, expect, test, vi } from 'vitest';
import { fetchOwnFile } from './own-file.ts';

afterEach(() => vi.unstubAllGlobals());

test.each(['./index.html', './views/hpa-handover/4.json', './examples/zh-CN/first-configmap.json', './sw.js'] as const)(
  '%s is fetched',
  async (name) => {
    const fetched = vi.fn(async () => new Response(''));
    vi.stubGlobal('fetch', fetched);
    await fetchOwnFile(name);
    expect(fetched).toHaveBeenCalledWith(name, { method: 'GET' });
  },
);

test.each([
  '/api/v1/secrets',
  './../api/v1/secrets',
  './a/../../api',
  './..',
  'https://example.com/',
  '//example.com/',
  './%2e%2e/api',
  './a\\..\\..\\api',
  './a?b',
  '.',
  '',
])('%j is not', async (name) => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  await expect(fetchOwnFile(name as './a')).rejects.toThrow('no file of the page');
  expect(fetched).not.toHaveBeenCalled();
});
