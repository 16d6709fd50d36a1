import { afterEach, expect, test, vi } from 'vitest';
import { ownScript } from './own-script.ts';

afterEach(() => vi.unstubAllGlobals());

const page = { href: 'https://fields.example.com/play/index.html?lang=uk#s/1j.abc' };

test.each([
  ['./sw.js', 'https://fields.example.com/play/sw.js'],
  ['https://fields.example.com/play/assets/worker-1.js', 'https://fields.example.com/play/assets/worker-1.js'],
])('takes %s', (address, href) => {
  vi.stubGlobal('location', page);
  expect(ownScript(address)).toBe(href);
});

test.each([
  'https://evil.example/play/assets/worker.js',
  '//evil.example/play/worker.js',
  'http://fields.example.com/play/assets/worker.js',
  'https://fields.example.com/other/worker.js',
  'https://fields.example.com/play/../worker.js',
  '/worker.js',
  'https://fields.example.com.evil.example/play/worker.js',
  'data:text/javascript,alert(1)',
  'blob:https://fields.example.com/play/1',
  'javascript:alert(1)',
])('refuses %s', (address) => {
  vi.stubGlobal('location', page);
  expect(() => ownScript(address)).toThrow(TypeError);
});
