import type { Chance } from '../../conformance/chance.ts';
import type { Json, JsonChange, JsonMap } from './changed-json.ts';

/** A definition of an OpenAPI document, as far as values are made of it. */
export interface Definition {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Definition>>;
  readonly items?: Definition;
  readonly additionalProperties?: Definition;
  readonly allOf?: readonly Definition[];
  readonly $ref?: string;
}

/** Finds a definition by its name; undefined where there is none. */
export type Definitions = (name: string) => Definition | undefined;

const apart = new Set(['apiVersion', 'kind', 'metadata']);
const deepest = 12;

/**
 * Changes of an object, field by field: each field without its value, with the values that its type has at its borders, and
 * with such that few rules let pass. Metadata is left out. Places are JSON pointers.
 */
export function changesOf(object: Json, definition: Definition, find: Definitions): readonly JsonChange[] {
  return changesAt(object, definition, find, '', 0).filter(
    (each) => !/^\/(apiVersion|kind|metadata)/.test(placeOf(each)),
  );
}

function placeOf({ set = {}, drop = [] }: JsonChange): string {
  return Object.keys(set)[0] ?? drop[0] ?? '';
}

function changesAt(
  value: Json | undefined,
  definition: Definition,
  find: Definitions,
  place: string,
  depth: number,
): readonly JsonChange[] {
  const meant = resolved(definition, find);
  const own = place === '' ? [] : valuesFor(value, meant, find).map((next) => ({ set: { [place]: next } }));
  const gone = place === '' || value === undefined ? [] : [{ drop: [place] }];
  return depth > deepest ? [] : [...gone, ...own, ...changesWithin(value, meant, find, place, depth)];
}

function changesWithin(
  value: Json | undefined,
  meant: Definition,
  find: Definitions,
  place: string,
  depth: number,
): readonly JsonChange[] {
  if (Array.isArray(value)) {
    const list: readonly Json[] = value;
    const items = meant.items ?? {};
    return list.flatMap((item, i) => changesAt(item, items, find, `${place}/${i}`, depth + 1));
  }
  if (!isMap(value)) return [];
  const fields = Object.entries(meant.properties ?? {}).filter(([name]) => place !== '' || !apart.has(name));
  return fields.flatMap(([name, field]) => changesAt(value[name], field, find, `${place}/${escaped(name)}`, depth + 1));
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function isMap(value: Json | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function resolved(definition: Definition, find: Definitions): Definition {
  const name = definition.$ref ?? definition.allOf?.[0]?.$ref;
  const found = name === undefined ? undefined : find(name.slice(name.lastIndexOf('/') + 1));
  return found ?? definition;
}

const odd = {
  text: [
    ...([
      'x'.repeat(64),
      'x'.repeat(254),
      'ü',
      '0',
      'a..b',
      'a.b',
      '-a',
      'a-',
      '10.0.0.1',
      '::1',
      '10.0.0.0/33',
    ] as const),
    ...([
      'kubernetes.io/x',
      'x.io/a/b',
      '1Gi',
      '-1Gi',
      '0.5m',
      '100%',
      '101%',
      'a=b',
      '$(X)',
      'https://x.io/a?b',
    ] as const),
    ...([
      '/a/../b',
      '..',
      '../x',
      '/',
      ' ',
      'a\nb',
      'True',
      'null',
      '2026-01-01T00:00:00Z',
      'a,b',
      'A_B',
      '1e3',
    ] as const),
  ],
  number: [-2_147_483_648, -100, 3, 10, 63, 64, 100, 256, 999, 1000, 3600, 65_535, 65_536, 1_000_001],
  list: [[], ['ü'], ['a', 'b', 'a'], ['', ''], [{}], [{ name: 'a' }, { name: 'a' }]],
} as const;

/** A change with, as often as not, an odder value of the same type. */
export function oddChange(chance: Chance, change: JsonChange): JsonChange {
  const [place, value] = Object.entries(change.set ?? {})[0] ?? [];
  if (place === undefined || chance.once(2)) return change;
  if (typeof value === 'string') return { set: { [place]: chance.pick(odd.text) } };
  if (typeof value === 'number') return { set: { [place]: chance.pick(odd.number) } };
  if (Array.isArray(value) && typeof value[0] === 'string') return { set: { [place]: chance.pick<Json>(odd.list) } };
  return change;
}

const texts = ['', 'Other', 'a b', 'a/b', 'Bad_Name.', '*', '-1'];
const numbers = [-1, 0, 1, 2, 101, 20_001, 2_147_483_647];

/** The values to put into a field. */
function valuesFor(value: Json | undefined, meant: Definition, find: Definitions): readonly Json[] {
  switch (meant.type) {
    case 'string':
      return textsFor(value, meant);
    case 'integer':
      return numbers;
    case 'boolean':
      return [true, false];
    case 'array':
      return listsFor(value, meant.items ?? {}, find);
    default:
      return meant.properties === undefined ? [{}, { 'a b': 'a b' }] : [{}];
  }
}

function textsFor(value: Json | undefined, { format, enum: known = [] }: Definition): readonly Json[] {
  if (format === 'date-time') return ['2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'];
  if (format === 'byte') return ['', 'AAAA'];
  return [...texts, ...known].filter((text) => text !== value);
}

function listsFor(value: Json | undefined, items: Definition, find: Definitions): readonly Json[] {
  const meant = resolved(items, find);
  const [first] = Array.isArray(value) ? (value as readonly Json[]) : [];
  const some: readonly Json[] =
    meant.type === 'string' ? [['*'], ['a', 'a'], ['a', '*'], ['Bad Name', '']] : [[{}], [{}, {}]];
  return [[], ...some, ...(first === undefined ? [] : [[first, first]])];
}
