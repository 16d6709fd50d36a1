import { readFileSync } from 'node:fs';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { answerQuestion } from '@managed-fields/player/whole';
import { foundText, type SecretFinding } from '@managed-fields/redact';
import { type Corpus, stringsIn } from './corpus.ts';

/** What was taken for secret in a corpus. */
export interface Count {
  readonly name: string;
  readonly scenarios: number;
  readonly strings: number;
  /** In Secrets, or one that was looked at and is a secret (`reviewed.json`). */
  readonly withReason: number;
  /** All others, with their places. */
  readonly withoutReason: readonly string[];
}

/**
 * What was looked at and is a secret, or looks like one to every reader: parts of `kind: text`. The value of a field that
 * is called a password is one, whatever it is.
 */
const reviewed: readonly string[] = JSON.parse(readFileSync(new URL('./reviewed.json', import.meta.url), 'utf8'));

const catalog = await loadKubernetesTypes();

/** Counts what of a corpus is replaced or asked about, with and without reason. */
export function countIn({ name, scenarios }: Corpus): Count {
  let withReason = 0;
  const withoutReason: string[] = [];
  for (const { from, scenario } of scenarios) {
    const { findings } = answerQuestion<'secrets'>(scenario, { kind: 'secrets' }, { catalog });
    for (const finding of findings) {
      const text = foundText(scenario, finding);
      const shown = `${finding.kind} ${finding.sign}: ${finding.path} = ${JSON.stringify(text.slice(0, 160))}`;
      if (hasReason(finding, shown)) withReason++;
      else withoutReason.push(`${from}: ${shown}`);
    }
  }
  const strings = scenarios.reduce((sum, { scenario }) => sum + stringsIn(scenario), 0);
  return { name, scenarios: scenarios.length, strings, withReason, withoutReason };
}

function hasReason({ kind }: SecretFinding, shown: string): boolean {
  return kind === 'secret' || reviewed.some((part) => shown.includes(part));
}
