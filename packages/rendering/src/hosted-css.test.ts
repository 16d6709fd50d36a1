import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { hostedCss } from './hosted-css.ts';

const selectors = [...hostedCss.matchAll(/(?:^|[}{])\s*([^@{}]+)\{/g)]
  .flatMap(([, selector = '']) => selector.trim().split(/,(?![^(]*\))/))
  .filter((selector) => selector !== '' && selector !== 'managed-fields-playground:not(:defined)');

test('every rule but those of the element that waits is about a view and weighs as much as an id', () => {
  expect(selectors.length).toBeGreaterThan(150);
  expect(selectors.filter((selector) => !/(^| )\.mf(-light|-dark)?(\.mf)?:not\(#mf\)/.test(selector))).toEqual([]);
  const counts = (selector: string, sign: string) => selector.split(sign).length;
  expect(selectors.filter((selector) => counts(selector, '(') !== counts(selector, ')'))).toEqual([]);
});

test('what the view itself is named by weighs a class more, as it does in a frame', () => {
  expect(selectors).toEqual(
    expect.arrayContaining([
      '.mf.mf:not(#mf)',
      '.mf-dark.mf:not(#mf)',
      '.mf.mf:not(#mf) li',
      '.mf:not(#mf) .mf-line',
      '.mf.mf:not(#mf) .mf-hint',
    ]),
  );
});

test('is small, and may stand in Markdown', () => {
  expect(gzipSync(hostedCss).length).toBeLessThan(7500);
  expect(hostedCss).not.toMatch(/\n\s*\n|@import|url\(|</);
});
