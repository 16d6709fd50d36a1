import { type ValuePath, valueAt } from '@managed-fields/merge-engine';
import type { SourceDocument } from '@managed-fields/source';
import type { TextRange } from '../playback.ts';
import type { Hit, SecretFinding } from './finding.ts';
import { type Surroundings, sensitiveIn } from './inside.ts';
import { inTurn, shapesIn } from './shapes.ts';
import { type StringChange, writeStrings } from './write-strings.ts';

/** A sensitive value where it was found: the text of it, and where that stands. */
export interface Found extends Hit {
  readonly secret: string;
  readonly path: string;
  /** In offsets of the outermost text. */
  readonly at: TextRange;
  readonly remembered?: true;
  readonly left?: SecretFinding['left'];
}

/** Is told of each sensitive value in the order of the text; what it gives stands there instead, `undefined` leaves it. */
export type Act = (found: Found) => string | undefined;

/**
 * Shows every sensitive value of a text to `act`, and gives the text with what `act` put in their places. What cannot be
 * read as documents, and what stands in comments, is searched by its shape alone.
 */
export function rewriteText(text: string, around: Surroundings, act: Act): string {
  const documents = around.read(text);
  const seen: TextRange[] = [];
  const note: Act = (found) => {
    seen.push(found.at);
    return act(found);
  };
  const changes = documents.map((document) => changesIn(document, text, around, note));
  const written = writeStrings(text, documents, changes);
  const readable = documents.every(({ value }) => value !== undefined);
  if (written !== text) return rewriteShapes(written, around, readable, [], act);
  // What was told of already is not told of twice.
  return rewriteShapes(text, around, readable, seen, act);
}

function changesIn(document: SourceDocument, text: string, around: Surroundings, act: Act): readonly StringChange[] {
  const { value } = document;
  if (value === undefined) return [];
  const changes: StringChange[] = [];
  for (const found of sensitiveIn(value, around)) {
    const { place } = found;
    const range = document.locate(place)?.value ?? document.range;
    if (found.kind === 'annotation') {
      const outer = pathOf(place);
      const next = rewriteText(found.text, { ...around, kind: undefined, patch: false, remembered: true }, (inner) =>
        act({ ...inner, at: exact(text, range, inner.secret), path: `${outer} ${inner.path}`, remembered: true }),
      );
      if (next !== found.text) changes.push({ place, value: next });
      continue;
    }
    const whole = valueAt(value, place);
    const next = withHits(String(whole), found.hits, (hit, secret) =>
      act({
        ...hit,
        secret,
        path: pathOf(place),
        at: exact(text, range, secret),
        // What has the shape of a token is replaced everywhere, managedFields included, so its item stays the same.
        ...(found.listKey && (hit.sign === 'name' || hit.sign === 'option') ? { left: 'list-key' } : {}),
      }),
    );
    if (next === String(whole)) continue;
    changes.push({ place, value: typeof whole === 'bigint' || typeof whole === 'number' ? numberFor(next) : next });
  }
  return changes;
}

/** A number stays one, another for each text. */
function numberFor(text: string): bigint {
  return 1_000_000_000n + BigInt(/\d+/.exec(text)?.[0] ?? 0);
}

/** A string with its hits replaced. */
export function withHits(
  text: string,
  hits: readonly Hit[],
  act: (hit: Hit, secret: string) => string | undefined,
): string {
  let at = 0;
  const pieces: string[] = [];
  for (const hit of hits) {
    const secret = text.slice(hit.from, hit.to);
    pieces.push(text.slice(at, hit.from), act(hit, secret) ?? secret);
    at = hit.to;
  }
  return [...pieces, text.slice(at)].join('');
}

/** The very letters of a value within its node, where they stand there as they are. */
function exact(text: string, range: TextRange, secret: string): TextRange {
  const from = text.slice(range.from, range.to).indexOf(secret);
  return from < 0 || secret === '' ? range : { from: range.from + from, to: range.from + from + secret.length };
}

/** Shows what has the shape of something sensitive in a sentence to `act`, and gives the sentence with what it put there. */
export function rewriteWords(text: string, act: Act): string {
  return withHits(text, shapesIn(text, { settings: false }), (hit, secret) =>
    act({ ...hit, secret, path: '', at: { from: hit.from, to: hit.to } }),
  );
}

/** Comments, and what is not YAML; `known` is passed over. */
function rewriteShapes(
  text: string,
  around: Surroundings,
  readable: boolean,
  known: readonly TextRange[],
  act: Act,
): string {
  const shaped = shapesIn(text, { settings: !readable });
  const lines = readable ? [] : unreadSecrets(text, around);
  const isKnown = within(known);
  const hits = inTurn([...shaped, ...lines]).filter((hit) => !isKnown(hit));
  return withHits(text, hits, (hit, secret) => act({ ...hit, secret, path: '', at: { from: hit.from, to: hit.to } }));
}

/** Whether a range meets one of some others. */
function within(ranges: readonly TextRange[]): (range: TextRange) => boolean {
  const ordered = [...ranges].sort((a, b) => a.from - b.from);
  // How far those up to each reach, since one may hold the next.
  let end = 0;
  const ends = ordered.map(({ to }) => {
    end = Math.max(end, to);
    return end;
  });
  return ({ from, to }) => {
    let [low, high] = [0, ordered.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ordered[middle]?.from ?? 0) < to) low = middle + 1;
      else high = middle;
    }
    return (ends[low - 1] ?? 0) > from;
  };
}

/** The values below `data` and `stringData` of a Secret that cannot be read, by its lines. */
function unreadSecrets(text: string, { kind }: Surroundings): readonly Hit[] {
  if (kind !== 'Secret' && !/kind["']?\s{0,9}:\s{0,9}["']?Secret\b/.test(text)) return [];
  const hits: Hit[] = [];
  let inside: { readonly depth: number; readonly form: Hit['form'] } | undefined;
  let at = 0;
  for (const line of text.split('\n')) {
    const start = at;
    at += line.length + 1;
    const depth = line.search(/\S/);
    if (depth < 0) continue;
    const written = line.trim();
    const head = /^["']?(data|stringData)["']?\s{0,9}:\s{0,9}\{?$/.exec(written);
    if (head !== null) {
      inside = { depth, form: head[1] === 'data' ? 'base64' : 'text' };
      continue;
    }
    if (inside !== undefined && depth <= inside.depth) inside = undefined;
    if (inside === undefined) continue;
    const key = /^["']?[\w.-]{1,253}["']?\s{0,9}:\s{0,9}/.exec(written)?.[0].length ?? 0;
    const value = written.slice(key).replace(/,$/, '');
    const quoted = /^["']/.test(value) && value.endsWith(value.charAt(0)) && value.length > 1 ? 1 : 0;
    const from = start + depth + key + quoted;
    const range = { from, to: start + depth + key + value.length - quoted };
    if (range.to <= from || /^(?:[|>][-+]?|[{}[\]]|null|redacted-\d+)$/.test(text.slice(from, range.to))) continue;
    hits.push({ kind: 'secret', sign: inside.form === 'base64' ? 'data' : 'string-data', form: inside.form, ...range });
  }
  return hits;
}

/** A place as messages print it: `.spec.containers[0].env[1].value`. */
function pathOf(place: ValuePath): string {
  return place.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
}
