import { isList, isMap, placeText, type Value, type ValuePath, valueAt } from '@managed-fields/merge-engine';
import { type SourceDocument, type TextRange, tokens } from '@managed-fields/source';
import type { Hit } from '../finding.ts';
import { isRedacted, isSecretKind, isSecretListKind, mentionsSecret } from '../names.ts';
import { shapesIn } from '../shapes.ts';
import { isScalar, numberFor } from './fields.ts';
import { type Act, rewriteWhole, unchecked, withHits } from './replace.ts';
import { type Sensitive, sensitiveIn } from './sensitive.ts';
import { isDocument, isSettings } from './strings.ts';
import type { Surroundings } from './surroundings.ts';
import { type StringChange, writeStrings } from './write-strings.ts';

/**
 * Passes every sensitive value of a text to `act` and returns the text with the replacements. A document that cannot be
 * read is searched for the shapes of tokens and keys if nothing in the text mentions a secret. Otherwise the whole
 * document is passed, as `unchecked`, and replaced by a comment.
 */
export function rewriteText(text: string, around: Surroundings, act: Act): string {
  const documents = around.read(text);
  const looks = looksAt(text, documents, around);
  let holdsSecret = isSecretKind(around.kind) || documents.some(({ value }) => isOfSecrets(value));
  const passed: TextRange[] = [];
  const note: Act = (found) => {
    passed.push(found.at);
    if (found.kind === 'secret' || found.kind === 'unchecked') holdsSecret = true;
    return act(found);
  };
  const changes = documents.map((document, index) =>
    looks[index] === 'values' ? changesIn(document, text, around, note) : unchanged,
  );
  const anew = new Set(documents.flatMap((document, index) => (hasAlias(document, text) ? [index] : [])));
  const written = writeStrings(text, documents, changes, anew);
  const whole = rewriteDocuments(written, written === text ? documents : around.read(written), looks, note);
  const commented = rewriteComments(whole, { ...around, kind: holdsSecret ? 'Secret' : undefined }, note);
  // Values that were passed already are not passed again.
  return rewriteShapes(commented, commented === text ? passed : [], act);
}

/** Rewrites whatever has the shape of a token or key, also in names of fields and in managedFields. */
function rewriteShapes(text: string, passed: readonly TextRange[], act: Act): string {
  const wasPassed = within(passed);
  const hits = shapesIn(text, { settings: false }).filter((hit) => !wasPassed(hit));
  return withHits(text, hits, (hit, secret) => act({ ...hit, secret, path: '', at: { from: hit.from, to: hit.to } }));
}

/** Returns a function that checks whether a range overlaps one of some others. */
function within(ranges: readonly TextRange[]): (range: TextRange) => boolean {
  const ordered = [...ranges].sort((a, b) => a.from - b.from);
  // The furthest end up to each range, since one range may contain the next.
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

const unchanged: readonly StringChange[] = [];

function isOfSecrets(value: Value | undefined): boolean {
  return isMap(value) && (isSecretKind(value.get('kind')) || isSecretListKind(value.get('kind')));
}

/** Whether a document may have aliases. Such a document is printed without them. */
function hasAlias({ range }: SourceDocument, text: string): boolean {
  return /(?:^|[\s,[{:-])\*[^\s*]/.test(text.slice(range.from, range.to));
}

function changesIn(document: SourceDocument, text: string, around: Surroundings, act: Act): readonly StringChange[] {
  const { value } = document;
  if (value === undefined) return unchanged;
  const found = sensitiveIn(value, around);
  const all = hasAlias(document, text) ? withRepeated(found, value) : found;
  return all.flatMap((each) => changeOf(each, value, document, text, around, act));
}

function changeOf(
  found: Sensitive,
  value: Value,
  document: SourceDocument,
  text: string,
  around: Surroundings,
  act: Act,
): readonly StringChange[] {
  const { place } = found;
  const range = document.locate(place)?.value ?? document.range;
  const path = pathOf(place);
  if (found.kind === 'document') {
    const next = rewriteNested(found.text, { ...around, within: found.within, patch: false }, (inner) =>
      act({
        ...inner,
        at: exact(text, range, inner.secret),
        path: `${path} ${inner.path}`.trim(),
        ...(found.within === 'last-applied' && { remembered: true }),
      }),
    );
    return next === found.text ? [] : [{ place, value: next }];
  }
  const whole = valueAt(value, place);
  const next = withHits(String(whole), found.hits, (hit, secret) =>
    act({
      ...hit,
      secret,
      path,
      at: exact(text, range, secret),
      // The shape of a token is replaced everywhere, also in managedFields, so the item keeps its identity.
      ...(found.listKey && (hit.sign === 'name' || hit.sign === 'option') ? { left: 'list-key' } : {}),
    }),
  );
  if (next === String(whole)) return [];
  const isNumber = typeof whole === 'bigint' || typeof whole === 'number';
  return [{ place, value: isNumber ? numberFor(Number(/\d+/.exec(next)?.[0] ?? 0)) : next }];
}

/** Adds all values that are equal to a sensitive one, because an alias brings the same value to another place. */
function withRepeated(found: readonly Sensitive[], value: Value): readonly Sensitive[] {
  const known = new Set(found.map(({ place }) => pathOf(place)));
  const hits = new Map<string, Hit>();
  for (const each of found) {
    const whole = each.kind === 'hits' ? String(valueAt(value, each.place)) : '';
    const hit = each.kind === 'hits' ? each.hits[0] : undefined;
    if (hit !== undefined && hit.from === 0 && hit.to === whole.length) hits.set(whole, hit);
  }
  const repeated: Sensitive[] = [];
  const visit = (node: Value, place: ValuePath): void => {
    const hit = isScalar(node) ? hits.get(String(node)) : undefined;
    if (isList(node)) for (const [index, item] of node.entries()) visit(item, [...place, index]);
    else if (isMap(node)) for (const [key, child] of node) visit(child, [...place, key]);
    else if (hit !== undefined && !known.has(pathOf(place))) {
      repeated.push({ kind: 'hits', place, hits: [hit], listKey: false });
    }
  };
  visit(value, []);
  return [...found, ...repeated];
}

/**
 * Rewrites a string that is a document itself. One that cannot be read is passed as a whole and replaced by a string.
 */
function rewriteNested(text: string, around: Surroundings, act: Act): string {
  const inner = { ...around, level: around.level + 1 };
  // A last-applied annotation holds the same kind of object as the one around it.
  const kind = around.within === 'last-applied' ? around.kind : undefined;
  const documents = around.read(text);
  const looks = looksAt(text, documents, { ...inner, kind });
  if (documents.length > 0 && !looks.includes('unchecked')) return rewriteText(text, { ...inner, kind }, act);
  if (documents.length === 0) return text;
  return rewriteWhole(text, unchecked, act) ?? text;
}

/** Rewrites the documents that were not read as values: by shapes, or as a whole. */
function rewriteDocuments(
  text: string,
  documents: readonly SourceDocument[],
  looks: readonly Look[],
  act: Act,
): string {
  const pieces: string[] = [];
  let at = 0;
  for (const [index, { range }] of documents.entries()) {
    const look = looks[index];
    if (look === 'values') continue;
    const separator = /^---[ \t]*\n/.exec(text.slice(range.from, range.to))?.[0] ?? '';
    const from = range.from + separator.length;
    const written = text.slice(from, range.to);
    const body = written.trimEnd();
    pieces.push(text.slice(at, from));
    at = range.to;
    const pass = (hit: Hit, secret: string) =>
      act({ ...hit, secret, path: '', at: { from: from + hit.from, to: from + hit.to } });
    if (look === 'shapes') pieces.push(withHits(written, shapesIn(written, unread), pass));
    else if (isRedacted(body)) pieces.push(written);
    else {
      const given = pass({ ...unchecked, from: 0, to: body.length }, body);
      pieces.push(given === undefined ? written : `# ${given}\n`);
    }
  }
  return [...pieces, text.slice(at)].join('');
}

/**
 * Rewrites comments. If the text is about a Secret, each comment is replaced as a whole, and so are those that hold
 * something sensitive when they are read as text; in the others, what looks like a token or random is.
 */
function rewriteComments(text: string, around: Surroundings, act: Act): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { ranges, content } of commentsOf(text)) {
    const isSensitive = isSecretKind(around.kind) || holdsSensitive(content, around);
    for (const { from, to } of ranges) {
      const written = text.slice(from, to);
      if (!isSensitive) {
        const next = withHits(written, shapesIn(written, unread), (hit, secret) =>
          act({ ...hit, secret, path: '', at: { from: from + hit.from, to: from + hit.to } }),
        );
        if (next === written) continue;
        pieces.push(text.slice(at, from), next);
        at = to;
        continue;
      }
      if (!/[\p{L}\d]/u.test(written) || isRedacted(written)) continue;
      const given = act({
        kind: 'secret',
        sign: 'comment',
        form: 'text',
        from,
        to,
        secret: written,
        path: '',
        at: { from, to },
      });
      if (given === undefined) continue;
      pieces.push(text.slice(at, from), `# ${given}`);
      at = to;
    }
  }
  return [...pieces, text.slice(at)].join('');
}

function holdsSensitive(text: string, around: Surroundings): boolean {
  if (!mentionsSecret(text)) return false;
  if (/kind\W{1,20}secret|string_?data/i.test(text)) return true;
  let found = false;
  const note: Act = () => {
    found = true;
    return undefined;
  };
  if (isDocument(text, around.read)) rewriteNested(text, { ...around, within: 'string', patch: false }, note);
  return found || shapesIn(text, { settings: true }).some(({ kind }) => kind !== 'token');
}

/** The range of a value within its node, where it is written there unchanged; else the range of the node. */
function exact(text: string, range: TextRange, secret: string): TextRange {
  const from = secret.length > 10_000 ? -1 : text.slice(range.from, range.to).indexOf(secret);
  return from < 0 || secret === '' ? range : { from: range.from + from, to: range.from + from + secret.length };
}

/** Rewrites a manifest in a sentence: its values if it can be read, else the whole. */
function rewriteManifest(text: string, around: Surroundings, act: Act): string {
  if (around.read(text).every(({ value }) => isMap(value) || isList(value))) return rewriteNested(text, around, act);
  return rewriteWhole(text, unchecked, act) ?? text;
}

/**
 * Passes what is sensitive in a sentence to `act` and returns the sentence with the replacements. A note can contain
 * whole objects. `what`: words, or the name of a manager, which may look random.
 */
export function rewriteWords(text: string, around: Surroundings, act: Act, what: 'words' | 'name'): string {
  const inside: Surroundings = { ...around, kind: undefined, patch: false, within: 'string' };
  const isManifest = /string_?data["']?\s{0,9}:|kind["']?\s{0,9}:\s{0,9}["']?secret/i.test(text);
  if (isManifest || (text.includes('\n') && isDocument(text, around.read))) return rewriteManifest(text, inside, act);
  return withHits(text, shapesIn(text, what === 'words' ? unread : { settings: true }), (hit, secret) =>
    act({ ...hit, secret, path: '', at: { from: hit.from, to: hit.to } }),
  );
}

/** How a text is searched that no field is known of. */
const unread = { settings: true, random: { name: '' } } as const;

/** A place as messages print it: `.spec.containers[0].env[1].value`. */
function pathOf(place: ValuePath): string {
  return typeof place[0] === 'string' ? `.${placeText(place)}` : placeText(place);
}

/** Comments with only white space between them. */
export interface CommentBlock {
  /** The range of each comment, from its `#` to the end of its line. */
  readonly ranges: readonly TextRange[];
  /** The text of the comments without `#` and one space, so that a manifest that was commented out can be read. */
  readonly content: string;
}

/** Finds the comments of a YAML text, in blocks. */
export function commentsOf(text: string): readonly CommentBlock[] {
  if (!text.includes('#')) return [];
  const blocks: TextRange[][] = [];
  let end = -1;
  for (const { kind, from, to } of tokens(text)) {
    if (kind !== 'comment') continue;
    const block = blocks.at(-1);
    if (block !== undefined && text.slice(end, from).trim() === '') block.push({ from, to });
    else blocks.push([{ from, to }]);
    end = to;
  }
  return blocks.map((ranges) => ({
    ranges,
    content: ranges.map(({ from, to }) => text.slice(from, to).replace(/^#{1,8} ?/, '')).join('\n'),
  }));
}

/** The most levels of texts inside texts that are read. Deeper ones count as unreadable. */
const mostLevels = 6;

/**
 * How a document is searched: by its values, by the shapes of tokens and keys in its text, or not at all because it
 * cannot be checked.
 */
export type Look = 'values' | 'shapes' | 'unchecked';

/** Decides how each document of a text is searched. */
export function looksAt(text: string, documents: readonly SourceDocument[], around: Surroundings): readonly Look[] {
  // Where a key stands twice, the first value is lost in reading and would not be checked.
  const isReadable = (document: SourceDocument) =>
    (isMap(document.value) || isList(document.value)) &&
    document.problems.every(({ code }) => code !== 'duplicate-key') &&
    isReadToEnd(document, text);
  if (documents.every(isReadable) && around.level < mostLevels) return documents.map(() => 'values');
  // Settings are searched line by line.
  if (!isSecretKind(around.kind) && isSettings(text)) return documents.map(() => 'shapes');
  const suspect =
    isSecretKind(around.kind) ||
    around.within === 'last-applied' ||
    mentionsSecret(text) ||
    isDataOfNobody(text, around);
  return documents.map((document) => {
    // Beside a broken document, a part of it can look like a document of its own.
    const isWhole = isReadable(document) && (!suspect || saysKind(document.value)) && around.level < mostLevels;
    return isWhole ? 'values' : suspect ? 'unchecked' : 'shapes';
  });
}

/** Whether a document has nothing behind its first node. The server does not read what follows that. */
function isReadToEnd({ range, locate }: SourceDocument, text: string): boolean {
  const rest = text.slice(locate([])?.value.to ?? range.to, range.to);
  return rest.replace(/#[^\n]*/g, '').trim() === '';
}

/** Whether a text that cannot be read has `data` but does not name the kind. */
function isDataOfNobody(text: string, { kind }: Surroundings): boolean {
  return kind === undefined && /\bdata["']?[ \t]{0,9}:/i.test(text) && !/\bkind["']?[ \t]{0,9}:/i.test(text);
}

function saysKind(value: Value | undefined): boolean {
  return isMap(value) && typeof value.get('kind') === 'string';
}
