import { readFileSync } from 'node:fs';
import { type AnyStep, type NewStep, newScenario, type Scenario } from '@managed-fields/scenario';

/** A form in which secrets get into a scenario. */
export interface SecretCase {
  readonly name: string;
  readonly group: string;
  readonly title?: string;
  readonly about?: string;
  readonly steps: readonly NewStep[];
  /** Texts that nobody may read in what is shared, encoded ones among them. */
  readonly secrets: readonly string[];
  /** Texts that stay: names of fields and objects. */
  readonly keeps?: readonly string[];
}

/** All forms, which the end-to-end tests lead through every way out as well. */
export const secretCases: readonly SecretCase[] = JSON.parse(
  readFileSync(new URL('./secrets.cases.json', import.meta.url), 'utf8'),
);

/** A form as a scenario. */
export function scenarioOf({ title = '', about, steps }: Omit<SecretCase, 'name' | 'group' | 'secrets'>): Scenario {
  return { ...newScenario(title, steps), ...(about === undefined ? {} : { about }) };
}

/** All that a scenario says, as it stands in a link and as it is read. */
export function textOf(scenario: Scenario): string {
  const { title, about = '', steps } = scenario;
  const texts = steps.flatMap(({ text, files = {}, name = '', note = '', manager = '', userAgent = '' }: AnyStep) => [
    ...[text, name, note, manager, userAgent],
    ...Object.values(files),
  ]);
  return [title, about, ...texts, JSON.stringify(scenario)].join('\n');
}

/** The secrets that can be read in a text: as they are, in JSON, or behind base64, percent signs and escapes. */
export function readableIn(text: string, secrets: readonly string[]): readonly string[] {
  const decoded = [text, ...decodings(text)].join('\n');
  return secrets.filter((secret) => decoded.includes(secret) || decoded.includes(JSON.stringify(secret).slice(1, -1)));
}

function decodings(text: string): readonly string[] {
  const base64 = [...text.matchAll(/[A-Za-z\d+/_-]{8,}={0,2}/g)].map(([run]) => Buffer.from(run, 'base64').toString());
  const percent = [...text.matchAll(/(?:[\w.~+-]|%[\da-f]{2})*%[\da-f]{2}(?:[\w.~+-]|%[\da-f]{2})*/gi)].map(([run]) =>
    run.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
  );
  const escaped = text.replace(/\\u([\da-f]{4})|\\x([\da-f]{2})/gi, (_, four, two) =>
    String.fromCharCode(Number.parseInt(four ?? two, 16)),
  );
  return [...base64, ...percent, escaped];
}
