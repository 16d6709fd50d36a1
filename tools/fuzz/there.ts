import { type Answered, type Sequence, sequenceJson } from '../../conformance/upstream/sequence.ts';
import type { Peer } from './peer.ts';

/** Plays a sequence with upstream's engine. */
export async function playThere(peer: Peer, sequence: Sequence): Promise<readonly Answered[]> {
  const line = await peer.ask(`{"play":${sequenceJson(sequence)}}`);
  const answer: { steps?: readonly Step[]; error?: string } = JSON.parse(line);
  if (answer.error !== undefined) return [{ error: `the partner failed: ${answer.error}` }];
  const objects = objectTexts(line);
  let next = 0;
  return (answer.steps ?? []).map((step) => ({
    ...(step.object === undefined ? {} : { object: objects[next++] ?? '' }),
    ...(step.error === undefined ? {} : { error: step.error }),
    ...(step.conflicts === undefined
      ? {}
      : { conflicts: step.conflicts.map(({ message, field }) => `${message}: ${field}`).sort() }),
  }));
}

interface Step {
  readonly object?: unknown;
  readonly error?: string;
  readonly conflicts?: readonly { readonly message: string; readonly field: string }[];
}

/**
 * The objects of an answer as the partner wrote them, digits and all, which JSON.parse would lose: each stands after
 * `{"object":` at the depth of a step.
 */
function objectTexts(line: string): string[] {
  const texts: string[] = [];
  let depth = 0;
  let from = -1;
  for (let i = 0; i < line.length; i++) {
    const unit = line[i];
    if (unit === '"') {
      const start = i;
      for (i++; line[i] !== '"'; i++) if (line[i] === '\\') i++;
      if (depth === 3 && line.startsWith('"object":', start)) from = i + 2;
    } else if (unit === '{' || unit === '[') depth++;
    else if (unit === '}' || unit === ']') {
      depth--;
      if (depth === 3 && from >= 0 && unit === '}') {
        texts.push(line.slice(from, i + 1));
        from = -1;
      }
    }
  }
  return texts;
}
