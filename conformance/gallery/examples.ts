import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Expectation, readScenario, type Scenario } from '@managed-fields/scenario';

/** A scenario of the gallery. */
export interface Example {
  /** The name of its file without the ending, which links and recordings have too. */
  readonly name: string;
  readonly scenario: Scenario;
  /** The outcome of each step by its file. */
  readonly expected: readonly (Expectation | undefined)[];
}

/** The folder of their recordings, `<name>.json`. */
export const galleryFolder = fileURLToPath(new URL('../traces/v1.36/gallery/', import.meta.url));

const folder = new URL('../../public/examples/', import.meta.url);

/** All examples by name; a file that does not read is a fault of ours. */
export function readExamples(): readonly Example[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return files.sort().map((file) => {
    const read = readScenario(readFileSync(new URL(file, folder), 'utf8'));
    if (read.kind !== 'scenario') throw new Error(`${file}: ${JSON.stringify(read)}`);
    return { name: file.replace(/\.yaml$/, ''), scenario: read.scenario, expected: read.expected };
  });
}
