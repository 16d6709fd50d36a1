import { corpora } from '../../conformance/redact/corpus.ts';
import { countIn } from '../../conformance/redact/count.ts';

/** How many examples of each corpus are printed. */
const mostShown = 12;

/** Prints how many strings of texts in which hardly anything is secret are replaced or asked about without reason. */
export function countSecrets(): void {
  for (const corpus of corpora()) {
    const { name, scenarios, strings, withReason, withoutReason } = countIn(corpus);
    const share = ((100 * withoutReason.length) / strings).toFixed(2);
    console.log(`${name}: ${strings} strings of ${scenarios} texts; ${withReason} found with reason,`);
    console.log(`  ${withoutReason.length} without: ${share} %`);
    const step = Math.max(1, Math.floor(withoutReason.length / mostShown));
    const all = process.env['ALL'] === '1';
    for (const each of withoutReason.filter((_, index) => all || index % step === 0)) console.log(`    ${each}`);
  }
}
