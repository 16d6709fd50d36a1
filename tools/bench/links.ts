import { exampleSamples, fixtureSamples, heldOut, traceSamples } from '../../conformance/links/corpus.ts';
import { type LinkRatio, linkRatio } from '../../conformance/links/ratio.ts';
import { median } from '../../conformance/median.ts';

/**
 * Prints how long links are next to what lz-string makes of the same scenarios, over those that the dictionary was not
 * trained on: first recordings and fixtures, which are like what people paste, in one line; then the examples, each.
 */
export function measureLinks(): void {
  const pasted = [...heldOut(traceSamples()), ...fixtureSamples()].map(({ name, scenario }) =>
    linkRatio(name, scenario),
  );
  const examples = heldOut(exampleSamples()).map(({ name, scenario }) => linkRatio(name, scenario));
  console.log(`${'example, not trained on'.padEnd(34)}${['JSON', 'link', 'lz-string', 'ratio'].map(right).join('')}`);
  for (const { name, json, ours, lzString, ratio } of examples) {
    console.log(
      `${name.padEnd(34)}${[String(json), String(ours), String(lzString), ratio.toFixed(2)].map(right).join('')}`,
    );
  }
  console.log(`objects of recordings, not trained on: ${summary(pasted)} (${pasted.length} scenarios)`);
  console.log(`link / lz-string: ${summary(examples)}`);
}

function summary(ratios: readonly LinkRatio[]): string {
  const values = ratios.map(({ ratio }) => ratio);
  return `median ${median(values).toFixed(2)}, worst ${Math.max(...values).toFixed(2)}`;
}

function right(text: string): string {
  return text.padStart(12);
}
