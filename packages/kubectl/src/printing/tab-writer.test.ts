import { expect, it } from 'vitest';
import { TabWriter } from './tab-writer.ts';

/** Texts as github.com/liggitt/tabwriter writes them with the widths of kubectl. */
const texts: readonly (readonly [written: string, aligned: string])[] = [
  ['NAME\tAGE\na\t1s\n', 'NAME   AGE\na      1s\n'],
  ['a\t1s\n', 'a     1s\n'],
  ['a\t\tb\nlonger\tx\ty\n', 'a              b\nlonger   x     y\n'],
  // Widths are those of characters, not of bytes.
  ['ééé\tx\nabcdef\ty\n', 'ééé      x\nabcdef   y\n'],
  // A line of one cell ends the block; the next is never narrower.
  ['longest\tx\nalone\na\tb\n', 'longest   x\nalone\na         b\n'],
  // A column is a block of lines that have it.
  ['a\tb\tc\nd\te\nf\tg\th\n', 'a     b     c\nd     e\nf     g     h\n'],
  ['no line break', 'no line break'],
];

it.each(texts)('%j', (written, aligned) => {
  let out = '';
  const writer = new TabWriter((text) => {
    out += text;
  });
  writer.write(written);
  writer.flush();
  expect(out).toBe(aligned);
});

it('forgets widths when it is told to', () => {
  let out = '';
  const writer = new TabWriter((text) => {
    out += text;
  });
  writer.write('a-long-name\tx\n');
  writer.flush();
  writer.forget();
  writer.write('a\tx\n');
  writer.flush();
  expect(out).toBe('a-long-name   x\na     x\n');
});
