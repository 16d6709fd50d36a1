import { plainForm } from '@managed-fields/scenario';
import { everydaySamples, exampleSamples, type Sample, traceSamples } from '../../conformance/links/corpus.ts';
import { lzStringLength } from '../../conformance/links/ratio.ts';
import { readArguments } from '../arguments.ts';

readArguments({
  name: 'npx tsx tools/links/print-corpus.ts',
  about: `Prints what the dictionary of links is trained on, a JSON object a line, for packages/share-link/train/cli.ts. Recordings
together weigh about as much as all examples, and so do the objects of every day.`,
});

/** The longest JSON to train on; what is longer is mostly of one kind. */
const longest = 12_000;

const lines = [
  ...exampleSamples().map((sample) => lineOf(sample, 'example', 1)),
  ...everydaySamples().map((sample) => lineOf(sample, 'everyday', 3)),
  ...traceSamples().map((sample) => lineOf(sample, 'trace', 0.25)),
];
console.log(lines.flatMap((line) => line ?? []).join('\n'));

function lineOf({ trained, family, scenario }: Sample, origin: string, weight: number): string | undefined {
  const json = JSON.stringify(plainForm(scenario));
  if (!trained || json.length > longest) return undefined;
  return JSON.stringify({ family: `${origin} ${family}`, weight, json, yardstick: lzStringLength(json) });
}
