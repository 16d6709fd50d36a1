import { openSync, readFileSync, readSync } from 'node:fs';
import { sourceReader, startSurvey } from '@managed-fields/survey';

/** How many bytes a browser hands over at once of a file, more or less. */
const chunkBytes = 65_536;

/** Reads and judges a file as the page's worker does, and returns how many objects there are. Its text is never whole. */
export function surveyFile(path: string): number {
  const survey = startSurvey();
  const reader = sourceReader(path);
  const file = openSync(path, 'r');
  let rows = 0;
  const take = (parts: ReturnType<typeof reader.end>) => {
    for (const part of parts) {
      const added = survey.add(part);
      if (added !== undefined && 'row' in added) rows++;
      else throw new Error(`not read: ${JSON.stringify(added)}`);
    }
  };
  for (;;) {
    const chunk = new Uint8Array(chunkBytes);
    const read = readSync(file, chunk);
    if (read === 0) break;
    take(reader.push(chunk.subarray(0, read)));
  }
  take(reader.end());
  kept = survey;
  return rows;
}

/** The survey stays in memory, as it does in the page. */
let kept: unknown;

/** Times the survey of a file and the parser of its form in turn, in milliseconds. */
export function timeSurvey(
  path: string,
  parse: (text: string) => unknown,
  rounds: number,
): { readonly here: readonly number[]; readonly parsed: readonly number[]; readonly objects: number } {
  const text = readFileSync(path, 'utf8');
  const [here, parsed]: [number[], number[]] = [[], []];
  let objects = 0;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    objects = surveyFile(path);
    here.push(performance.now() - start);
    const before = performance.now();
    const value = parse(text);
    if (value !== undefined) parsed.push(performance.now() - before);
    kept = undefined;
  }
  return { here, parsed, objects };
}

/** The most memory that the survey of a file takes, over what the process had before, in bytes. */
export function memoryOfSurvey(path: string): number {
  const before = process.memoryUsage().rss;
  surveyFile(path);
  // In kilobytes.
  return process.resourceUsage().maxRSS * 1024 - before;
}
