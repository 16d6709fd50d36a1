import { isMap, listAt, stringAt, type Value } from '@managed-fields/merge-engine';

/*
 * A refusal is in part left to chance: errors come in the order of a Go map, and words hold uids, times and
 * resourceVersions. Everything else of it counts.
 */

/**
 * Patterns that are taken out of messages on both sides: values that were not rewritten, and what v1.33 shows of a change,
 * whose form is left to chance.
 */
const leftOut: readonly (readonly [pattern: RegExp, word: string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '(uid)'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '(time)'],
  [/(resourceVersion(?: in [a-z ]{1,60}|\\?")[ :(]{0,4}(?:\\?")?)\d+/gi, '$1(resourceVersion)'],
  // go-cmp writes one kind of space or another, by the time at which the server started.
  [/\n[ \u00a0]{2}(?:core\.)?\w+\{\n.*$/s, '\n'],
];

/** How the error of a field ends that the schema of a kind does not have. */
export const undeclared = ': field not declared in schema';

/** Two refusals without what chance decides, so that they can be compared: a server's, and ours. */
export function withoutChance(recorded: Value, got: Value): readonly [recorded: Value, got: Value] {
  const [theirs, ours] = [canonical(recorded), canonical(got)];
  return [theirs, isMap(theirs) && isMap(ours) ? toldAsFar(theirs, ours) : ours];
}

/**
 * The walk of a map ends at a field that the schema does not have, so that what a server names beside it is chance; we
 * name all. Of ours is kept what the recording names, provided that there is such a field.
 */
function toldAsFar(recorded: ReadonlyMap<string, Value>, got: ReadonlyMap<string, Value>): Value {
  const [theirs, ours] = [recorded, got].map((body) => errorsOf(stringAt(body, 'message') ?? ''));
  if (theirs === undefined || ours === undefined || theirs.head !== ours.head) return got;
  if (!theirs.errors.some((error) => error.endsWith(undeclared))) return got;
  const named = ours.errors.filter((error) => theirs.errors.includes(error));
  return new Map(got).set('message', messageOf(ours.head, named));
}

function canonical(body: Value): Value {
  if (!isMap(body)) return body;
  const plain = wordsOf(body);
  const details = plain.get('details');
  const causes = isMap(details) ? listAt(details, 'causes') : undefined;
  const sorted =
    isMap(details) && causes !== undefined
      ? new Map(plain).set('details', new Map(details).set('causes', causes.toSorted(byText)))
      : plain;
  return new Map(sorted).set('message', inOrder(stringAt(sorted, 'message') ?? ''));
}

function wordsOf(body: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  const words = (value: Value): Value => {
    if (typeof value === 'string') return leftOut.reduce((text, [pattern, word]) => text.replace(pattern, word), value);
    if (Array.isArray(value)) return value.map(words);
    return isMap(value) ? wordsOf(value) : value;
  };
  return new Map([...body].map(([key, value]) => [key, words(value)]));
}

function byText(a: Value, b: Value): number {
  const [first, second] = [a, b].map((value) => (isMap(value) ? [...value.values()].join(' ') : String(value)));
  return (first ?? '') < (second ?? '') ? -1 : 1;
}

/**
 * A message whose errors stand in a list, a line each or `is invalid: [a, b]`, with these in the order of their texts.
 */
function inOrder(message: string): string {
  const lines = errorsOf(message);
  if (lines !== undefined) return messageOf(lines.head, lines.errors);
  const start = message.indexOf(invalid) + invalid.length;
  if (start < invalid.length || !message.endsWith(']')) return message;
  return `${message.slice(0, start)}${message.slice(start, -1).split(', ').sort().join(', ')}]`;
}

/** The errors of a typed object in a message, which stand after its name: one alone, or `errors:` and a line each. */
export function errorsOf(message: string): { readonly head: string; readonly errors: readonly string[] } | undefined {
  const named = message.startsWith('failed to create typed ') ? message.indexOf(' object (') : -1;
  const end = named < 0 ? -1 : message.indexOf('): ', named);
  if (end < 0) return undefined;
  const [head, rest] = [message.slice(0, end + 3), message.slice(end + 3)];
  return { head, errors: rest.startsWith(several) ? rest.slice(several.length).split('\n  ') : [rest] };
}

const invalid = ' is invalid: [';
const several = 'errors:\n  ';

function messageOf(head: string, errors: readonly string[]): string {
  return [`${head}errors:`, ...[...errors].sort()].join('\n  ');
}
