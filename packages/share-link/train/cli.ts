import { readFileSync, writeFileSync } from 'node:fs';
import { readArguments, stop } from '../../../tools/arguments.ts';
import { compacted } from '../src/compact.ts';
import { chooseSegments } from './segments.ts';
import { cut, dictionaryOf, gzippedLength, type Measured, pruned } from './worth.ts';

const {
  words: [file, ...more],
} = readArguments({
  name: 'npx tsx packages/share-link/train/cli.ts',
  about: `Makes what codec d freezes, from the corpus on the standard input (npx tsx tools/links/print-corpus.ts prints it). The data
of a released letter never changes; whoever trains anew gives it a new letter.`,
  words: { name: 'FILE', about: 'where it is written' },
});
if (file === undefined || more.length > 0) stop('npx tsx packages/share-link/train/cli.ts needs one FILE to write.');

/** The number of families in which a byte must occur to be chosen, before worth is measured. */
const price = 3;
/** The most bytes of the dictionary, gzipped. */
const budget = 3350;

/** The number of bytes of each text by which pieces are judged. Later parts mostly repeat it. */
const mostBytes = 3000;

interface Line {
  readonly family: string;
  readonly weight: number;
  readonly json: string;
  readonly yardstick: number;
}

const texts = readFileSync(0, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Measured => {
    const { family, weight, json, yardstick }: Line = JSON.parse(line);
    return { family, weight, yardstick, bytes: Buffer.from(compacted(json)) };
  });

const segments = chooseSegments(
  texts.map((text) => ({ ...text, weight: Math.sqrt(text.weight) })),
  price,
  32_000,
);
segments.sort((a, b) => a.frequency - b.frequency);
const short = texts.map((text) => ({ ...text, bytes: text.bytes.subarray(0, mostBytes) }));
const whole = segments.map(({ text, frequency }, group) => ({ text, group, worth: frequency }));
const ofLines = cut(pruned(whole, short, budget * 1.7), 'lines');
const ofWords = cut(pruned(ofLines, short, budget * 1.25), 'words');
const dictionary = dictionaryOf(pruned(ofWords, short, budget));
const bytes = Buffer.from(dictionary);
console.log(`${bytes.length} bytes, ${gzippedLength(dictionary)} gzipped`);
writeFileSync(
  file,
  [
    '// Made by train/cli.ts, once: links of codec `d` are written against it, so it never changes.',
    '',
    '/** What texts refer back to. */',
    `export const dictionaryText =\n  ${JSON.stringify(dictionary)};`,
    '',
  ].join('\n'),
);
