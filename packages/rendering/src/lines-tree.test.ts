import { expect, test } from 'vitest';
import { drawing } from './drawing.ts';
import { english } from './language/english.ts';
import { linesTree } from './lines-tree.ts';
import { overlay } from './overlay.ts';
import { palette } from './palette.ts';
import { toHtml } from './tree.ts';

const text = Array.from({ length: 5000 }, (_, line) => `k${line}: v\n`).join('');
const choice = (current: number) => ({ id: 'l', current, picked: undefined, struck: new Set<number>() });

test.each([
  ['its first lines', 0, 0, 199],
  ['the lines around the current one', 2500, 2400, 2599],
  ['its last lines', 4999, 4800, 4999],
])('a page draws of a large text %s, and says how many are left out', (_, current, first, last) => {
  const html = toHtml(
    linesTree(drawing(text), { label: '', fold: 'closed', live: true, choice: choice(current) }, english),
  );
  const numbers = [...html.matchAll(/<span class="mf-line-number" aria-hidden="true">(\d+)</g)].map(([, number]) =>
    Number(number),
  );
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([200, first + 1, last + 1]);
  for (const left of [first, 4999 - last].filter((count) => count > 0)) {
    expect(html).toContain(english.leftOut.lines({ count: left }));
  }
});

test('a static view without a page behind it has all lines', () => {
  expect(
    toHtml(linesTree(drawing(text), { label: '', fold: 'closed' }, english)).match(/class="mf-line"/g),
  ).toHaveLength(5000);
});

test('in a page each line says the path of its field, in a document none does', () => {
  const range = { from: 0, to: 4 };
  const field = {
    path: '.k0',
    range,
    key: range,
    value: undefined,
    leaf: true,
    state: 'owned',
    owners: [],
    preview: '',
  } as const;
  const annotated = { text: 'k0: v\n', managers: [], fields: [field], managedFields: undefined };
  const all = drawing(annotated.text, { annotated, overlay: overlay(annotated, palette(new Map())) });
  const said = '<span class="mf-aloud">, .k0</span>';
  expect(toHtml(linesTree(all, { label: '', fold: 'closed', choice: choice(0) }, english))).toContain(said);
  expect(toHtml(linesTree(all, { label: '', fold: 'closed' }, english))).not.toContain(said);
});

test('a line that is cut says how many characters are left out', () => {
  const html = toHtml(linesTree(drawing('a'.repeat(300_000)), { label: '', fold: 'closed' }, english));
  expect(html).toContain(english.leftOut.characters({ count: 295_000 }));
  expect(html.length).toBeLessThan(6000);
});
