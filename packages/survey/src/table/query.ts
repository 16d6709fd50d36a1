import type { RuleId } from '../findings/finding.ts';
import type { SurveyedObject } from '../object.ts';

/** The names that stand before a colon in a query. */
export const queryNames = [
  'manager',
  'kind',
  'namespace',
  'name',
  'owner',
  'operation',
  'subresource',
  'version',
  'finding',
  'file',
] as const;

/** A name that stands before a colon in a query. */
export type QueryName = (typeof queryNames)[number];

/** What can be compared with a number in a query. */
export const queryCounts = ['managers', 'fields', 'shared', 'bytes', 'findings'] as const;

/** A name that can be compared with a number in a query. */
export type QueryCount = (typeof queryCounts)[number];

/** A condition of a query. */
export type Term = {
  /** Whether the condition is turned around, by a dash before it. */
  readonly not: boolean;
  /** Where it stands in the text. */
  readonly from: number;
  readonly to: number;
} & (
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'name'; readonly name: QueryName; readonly values: readonly QueryValue[] }
  | { readonly kind: 'count'; readonly count: QueryCount; readonly sign: Sign; readonly number: number }
  /** A name that there is not, so that nothing can be found by it. */
  | { readonly kind: 'unknown'; readonly name: string }
);

export type Sign = '>' | '<' | '=';

/** A value behind a colon; one in quotes stands for the whole name and nothing else. */
export interface QueryValue {
  readonly text: string;
  readonly whole: boolean;
}

/** A query, read: all of its terms must hold. */
export type Query = readonly Term[];

/**
 * Reads a query as people type it: `manager:helm kind:Deployment,StatefulSet -namespace:kube-system fields>50 conflict`. Case
 * does not count. Kinds, namespaces, operations and findings are compared as a whole, where `*` stands for anything; the rest
 * by a part of it. Never fails: a name that there is not is a term that says so.
 */
export function readQuery(text: string): Query {
  return [...text.matchAll(/-?(?:"[^"]*"?|[^\s"]+)+/g)].map((match) => {
    const [written] = match;
    const place = { from: match.index, to: match.index + written.length };
    const not = written.startsWith('-') && written.length > 1;
    return { ...place, not, ...readTerm(not ? written.slice(1) : written) };
  });
}

/**
 * Returns a query without what may be the name of an object, a namespace or a file, so that it can be shown to others: a bare
 * word goes too, since it may be part of one.
 */
export function withoutNames(text: string): string {
  const isNamed = (term: Term) =>
    term.kind === 'word' ||
    (term.kind === 'name' && (term.name === 'name' || term.name === 'namespace' || term.name === 'file'));
  return readQuery(text)
    .filter((term) => term.kind !== 'unknown' && !isNamed(term))
    .map(({ from, to }) => text.slice(from, to))
    .join(' ');
}

type Condition = Term extends infer Each ? (Each extends Term ? Omit<Each, 'not' | 'from' | 'to'> : never) : never;

function readTerm(written: string): Condition {
  const lower = written.toLowerCase();
  const [, compared, sign, digits = '', unit = ''] = /^([a-z]+)([<>=])(\d{1,12})([km]?)$/.exec(lower) ?? [];
  const count = queryCounts.find((each) => each === compared);
  if (count !== undefined && (sign === '>' || sign === '<' || sign === '=')) {
    const times = unit === 'k' ? 1000 : unit === 'm' ? 1_000_000 : 1;
    return { kind: 'count', count, sign, number: Number(digits) * times };
  }
  const colon = lower.indexOf(':');
  const before = lower.slice(0, Math.max(0, colon));
  // Managers and names have colons of their own: only a plain word before the first one is a name.
  if (colon < 1 || !/^[a-z]+$/.test(before)) return { kind: 'word', text: unquoted(lower).text };
  const name = before === 'ns' ? 'namespace' : queryNames.find((each) => each === before);
  if (name === undefined) return { kind: 'unknown', name: before };
  return {
    kind: 'name',
    name,
    values: lower
      .slice(colon + 1)
      .split(',')
      .filter(Boolean)
      .map(unquoted),
  };
}

function unquoted(text: string): QueryValue {
  if (!text.startsWith('"')) return { text, whole: false };
  return { text: text.slice(1).replace(/"$/, ''), whole: true };
}

/** What a query is asked about beside the rows: the rules whose findings end in a conflict. */
export interface QueryFacts {
  readonly conflicts: ReadonlySet<RuleId>;
}

/** Returns a function that says whether an object fits a query. A word fits any of its names, `conflict` also such findings. */
export function matcher(query: Query, facts: QueryFacts): (object: SurveyedObject) => boolean {
  const conditions = query.map((term) => {
    const holds = conditionOf(term, facts);
    return (object: SurveyedObject) => holds(object) !== term.not;
  });
  return (object) => conditions.every((holds) => holds(object));
}

function conditionOf(term: Term, { conflicts }: QueryFacts): (object: SurveyedObject) => boolean {
  switch (term.kind) {
    case 'word': {
      const { text } = term;
      const isConflict = text === 'conflict' || text === 'conflicts';
      return (object) =>
        (isConflict && object.findings.some(({ rule }) => conflicts.has(rule))) ||
        wordNames.some((name) => namesOf(object, name).some((each) => each.toLowerCase().includes(text)));
    }
    case 'name': {
      const { name, values } = term;
      // `manager:` alone is still being typed.
      if (values.length === 0) return () => true;
      const fits = values.map((value) => fitting(value, wholeNames.has(name)));
      return (object) => namesOf(object, name).some((each) => fits.some((fit) => fit(each.toLowerCase())));
    }
    case 'count': {
      const { count, sign, number } = term;
      return (object) => {
        const counted = countOf(object, count);
        return sign === '>' ? counted > number : sign === '<' ? counted < number : counted === number;
      };
    }
    case 'unknown':
      return () => false;
  }
}

const wordNames = ['manager', 'kind', 'namespace', 'name', 'owner', 'finding'] as const;
const wholeNames: ReadonlySet<QueryName> = new Set(['kind', 'namespace', 'operation', 'finding']);

function fitting({ text, whole }: QueryValue, isWhole: boolean): (name: string) => boolean {
  const parts = text.split('*');
  if (whole || (isWhole && parts.length === 1)) return (name) => name === text;
  if (!isWhole && parts.length === 1) return (name) => name.includes(text);
  return (name) => fitsParts(name, parts);
}

/** Whether a name consists of parts in their order, with anything between them. */
function fitsParts(name: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}

/** The names of an object that a name of a query is about. */
export function namesOf(object: SurveyedObject, name: QueryName): readonly string[] {
  switch (name) {
    case 'manager':
      return object.entries.map(({ manager }) => manager);
    case 'operation':
      return object.entries.map(({ operation }) => operation);
    case 'subresource':
      return object.entries.map(({ subresource }) => subresource).filter(Boolean);
    case 'version':
      return [object.apiVersion, ...object.entries.map(({ apiVersion }) => apiVersion)];
    case 'finding':
      return object.findings.map(({ rule }) => rule);
    case 'file':
      return [object.place.file];
    default:
      return object[name] === '' ? [] : [object[name]];
  }
}

function countOf(object: SurveyedObject, count: QueryCount): number {
  switch (count) {
    case 'managers':
      return new Set(object.entries.map(({ manager }) => manager)).size;
    case 'findings':
      return object.findings.length;
    default:
      return object[count];
  }
}
