import { definedKey } from './definitions.ts';
import type { Fact } from './findings/finding.ts';
import { judgeObject } from './findings/judge.ts';
import type { RuleOptions } from './findings/rule.ts';
import { startTally } from './findings/tally.ts';
import type { UnreadPart } from './object.ts';
import { encodeUtf8 } from './read/decode.ts';
import type { SourcePart } from './read/piece.ts';
import { type ObjectText, readPieces } from './read/reader.ts';
import { countObject } from './row.ts';

/** Parts of a source that are counted together, wherever that is done. Plain data that a worker can be posted. */
export interface Batch {
  /** The name of the source, as places have it. */
  readonly file: string;
  readonly parts: readonly SourcePart[];
}

/** What came of a batch. Plain data that a worker can post; places of objects count from 0 in the batch. */
export interface CountedBatch {
  /** The rows as JSON, one behind the other, and where each ends. */
  readonly rows: Uint8Array;
  readonly ends: readonly number[];
  readonly texts: readonly ObjectText[];
  readonly facts: readonly Fact[];
  /** The uid of each object. */
  readonly uids: readonly string[];
  /** When each manager wrote last. */
  readonly newest: ReadonlyMap<string, number>;
  /** The definitions of kinds: what each defines, by its place. */
  readonly definitions: ReadonlyMap<number, string>;
  readonly unread: readonly UnreadPart[];
}

/** Reads, counts and judges the objects of a batch, each by itself. */
export function countBatch({ file, parts }: Batch, options: RuleOptions): CountedBatch {
  const rows: Uint8Array[] = [];
  const ends: number[] = [];
  const texts: ObjectText[] = [];
  const facts: Fact[] = [];
  const uids: string[] = [];
  const definitions = new Map<number, string>();
  const unread: UnreadPart[] = [];
  const tally = startTally();
  let length = 0;
  for (const part of readPieces(parts, file)) {
    if (part.kind === 'unread') {
      unread.push({ place: part.place, reason: part.reason, detail: part.detail });
      continue;
    }
    const index = texts.length;
    const counted = countObject(part, index);
    const judged = judgeObject(part, counted, options);
    facts.push(...judged.facts);
    const row = judged.findings.length === 0 ? counted.row : { ...counted.row, findings: judged.findings };
    tally.add(row);
    const key = definedKey(row, part.value);
    if (key !== undefined) definitions.set(index, key);
    const text = encodeUtf8(JSON.stringify(row));
    rows.push(text);
    length += text.length;
    ends.push(length);
    uids.push(row.uid);
    texts.push(part.text);
  }
  const all = new Uint8Array(length);
  for (const [at, text] of rows.entries()) all.set(text, (ends[at] ?? 0) - text.length);
  return { rows: all, ends, texts, facts, uids, newest: tally.newest, definitions, unread };
}
