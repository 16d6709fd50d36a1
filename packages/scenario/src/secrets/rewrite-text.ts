import { isList, isMap, type ValuePath, valueAt } from '@managed-fields/merge-engine';
import { readDocuments, type SourceDocument } from '@managed-fields/source';
import type { TextRange } from '../playback.ts';
import type { Hit, SecretFinding } from './finding.ts';
import { type Surroundings, sensitiveIn } from './inside.ts';
import { shapesIn } from './shapes.ts';
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
  const documents = readDocuments(text);
  const seen: TextRange[] = [];
  const note: Act = (found) => {
    seen.push(found.at);
    return act(found);
  };
  const changes = documents.map((document) => changesIn(document, text, around, note));
  const written = writeStrings(text, documents, changes);
  const readable = documents.every(({ value }) => value !== undefined);
  // What was changed already has nothing left to be found; what was left is not told of twice.
  const again: Act = (found) =>
    seen.some(({ from, to }) => found.at.from < to && from < found.at.to) ? undefined : act(found);
  if (written === text) return rewriteShapes(text, around, readable, again);
  return rewriteShapes(written, around, readable, act);
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

/** Comments, and what is not YAML. */
function rewriteShapes(text: string, around: Surroundings, readable: boolean, act: Act): string {
  const shaped = shapesIn(text, { settings: !readable });
  const hits = readable ? shaped : [...shaped, ...unreadSecrets(text, around, shaped)].sort((a, b) => a.from - b.from);
  return withHits(text, hits, (hit, secret) => act({ ...hit, secret, path: '', at: { from: hit.from, to: hit.to } }));
}

/** The values below `data` and `stringData` of a Secret that cannot be read, by its lines. */
function unreadSecrets(text: string, { kind }: Surroundings, known: readonly TextRange[]): readonly Hit[] {
  if (kind !== 'Secret' && !/["']?kind["']?\s*:\s*["']?Secret\b/.test(text)) return [];
  const hits: Hit[] = [];
  let inside: { readonly depth: number; readonly form: Hit['form'] } | undefined;
  let at = 0;
  for (const line of text.split('\n')) {
    const from = at;
    at += line.length + 1;
    const depth = line.search(/\S/);
    if (depth < 0) continue;
    const head = /^\s*["']?(data|stringData)["']?\s*:\s*\{?\s*$/.exec(line);
    if (head !== null) {
      inside = { depth, form: head[1] === 'data' ? 'base64' : 'text' };
      continue;
    }
    if (inside !== undefined && depth <= inside.depth) inside = undefined;
    const value = /^\s*(?:["']?[\w.-]+["']?\s*:\s*)?["']?(.*?)["']?,?\s*$/d.exec(line)?.indices?.[1];
    if (inside === undefined || value === undefined || value[0] === value[1]) continue;
    const range = { from: from + value[0], to: from + value[1] };
    if (known.some((other) => range.from < other.to && other.from < range.to)) continue;
    if (/^(?:[|>][-+]?|[{}[\]]|null|redacted-\d+)$/.test(text.slice(range.from, range.to))) continue;
    hits.push({ kind: 'secret', sign: inside.form === 'base64' ? 'data' : 'string-data', form: inside.form, ...range });
  }
  return hits;
}

/** A place as messages print it: `.spec.containers[0].env[1].value`. */
function pathOf(place: ValuePath): string {
  return place.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
}

/** Names of fields that key the items of lists, and items of sets: of all managedFields and definitions in a text. */
export function listNamesIn(text: string): { readonly keys: ReadonlySet<string>; readonly items: ReadonlySet<string> } {
  const keys = new Set<string>();
  const items = new Set<string>();
  for (const [, written = ''] of text.matchAll(/["']?k:(\{[^{}\n]{1,1000}\})/g)) {
    for (const [, name = ''] of written.matchAll(/\\*"([^"\\]{1,100})\\*"\s*:/g)) keys.add(name);
  }
  for (const [, item = ''] of text.matchAll(/["']?v:\\*"([^"\\\n]{1,1000})\\*"/g)) items.add(item);
  if (!text.includes('x-kubernetes-list-map-keys')) return { keys, items };
  for (const { value } of readDocuments(text)) {
    const visit = (node: typeof value): void => {
      if (isList(node)) for (const child of node) visit(child);
      if (!isMap(node)) return;
      for (const [key, child] of node) {
        if (key !== 'x-kubernetes-list-map-keys' || !isList(child)) visit(child);
        else for (const name of child) if (typeof name === 'string') keys.add(name);
      }
    };
    visit(value);
  }
  return { keys, items };
}
