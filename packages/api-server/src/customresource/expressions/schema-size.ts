import { byteLength, remembered } from '@managed-fields/merge-engine';
import type { SizeOfPath } from '../../cel/cost/path.ts';
import { type CelRelease, does, usualRelease } from '../../cel/release.ts';
import { escapeName } from '../../cel/value/escape.ts';
import type { JsonSchema } from '../json-schema.ts';
import { withTypeAndMetadata } from './schema-type.ts';

/** The size of the largest request in bytes. */
const mostBytes = 3 * 1024 * 1024;

/**
 * How large values of a schema can be: how many characters, items or entries they have at most, how many bytes of JSON they
 * take at least, and the same of what is in them.
 * Upstream: k8s.io/apiserver pkg/cel/types.go DeclType.
 */
export interface SchemaSize {
  readonly most: number;
  /** How large it can be at most since v1.37, where that is another size. */
  readonly bounded?: number;
  readonly leastBytes: number;
  readonly key?: SchemaSize;
  readonly item?: SchemaSize;
  readonly fields?: ReadonlyMap<string, SchemaSize>;
}

/**
 * Returns the size of values of a schema; undefined where expressions cannot use them.
 * Upstream: k8s.io/apiserver pkg/cel/common/schemas.go SchemaDeclType.
 */
export function sizeOfSchema(schema: JsonSchema, isResource: boolean): SchemaSize | undefined {
  return isResource ? sizeOfResource(schema) : sizeOfValue(schema);
}

const sizeOfResource = remembered((schema: JsonSchema) => {
  const whole = withTypeAndMetadata(schema);
  const size = sizeOfValue(whole);
  if (size?.fields === undefined || whole === schema) return size;
  const declared = schema.properties.get('metadata')?.properties;
  const fields = longestNames.map(([name, longest]) => {
    const limit = Math.min(longest, declared?.get(name)?.maxLength ?? longest);
    return [name, { most: mostBytes - 2, bounded: Math.max(0, limit) * 4, leastBytes: 2 }] as const;
  });
  const metadata = { most: 0, leastBytes: 2, fields: new Map(fields) };
  return { ...size, fields: new Map(size.fields).set('metadata', metadata) };
});

/**
 * The longest name of an object, and the longest beginning of one, where a schema does not declare all of type and metadata.
 * Upstream: pkg/apiserver/schema/cel/model/schemas.go WithTypeAndObjectMeta, nameMaxLength.
 */
const longestNames = [
  ['name', 253],
  ['generateName', 252],
] as const;

const sizeOfValue: (schema: JsonSchema) => SchemaSize | undefined = remembered((schema: JsonSchema) => {
  if (schema.intOrString) return { most: charactersIn(schema) ?? mostBytes - 2, leastBytes: 1 };
  switch (schema.type) {
    case 'array': {
      const items = schema.items?.schema;
      const item = items && sizeOfSchema(items, items.embeddedResource);
      if (item === undefined) return undefined;
      const most = atLeast0(schema.maxItems) ?? Math.trunc((mostBytes - 2) / (item.leastBytes + 1));
      return { most, leastBytes: 2, item };
    }
    case 'object':
      return sizeOfObject(schema);
    case 'string':
      return sizeOfText(schema);
    case 'boolean':
      return { most: 0, leastBytes: 4 };
    case 'number':
    case 'integer':
      return { most: 0, leastBytes: 1 };
    default:
      return undefined;
  }
});

function sizeOfObject(schema: JsonSchema): SchemaSize | undefined {
  const additional = schema.additionalProperties?.schema;
  if (additional !== undefined) {
    const item = sizeOfSchema(additional, additional.embeddedResource);
    if (item === undefined) return undefined;
    const most = atLeast0(schema.maxProperties) ?? Math.trunc((mostBytes - 2) / (item.leastBytes + 6));
    return { most, leastBytes: 2, item, key: { most: 0, leastBytes: 2 } };
  }
  const fields = new Map<string, SchemaSize>();
  let leastBytes = 2;
  for (const [name, property] of schema.properties) {
    const size = sizeOfSchema(property, property.embeddedResource);
    if (size === undefined) continue;
    const escaped = escapeName(name);
    if (escaped !== undefined) fields.set(escaped, size);
    // What has a default does not have to be sent.
    if (schema.required.includes(name) && property.default === undefined) {
      leastBytes += byteLength(name) + size.leastBytes + 4;
    }
  }
  return { most: 0, leastBytes, fields };
}

/** What texts of some formats take, at most and at least. Upstream: k8s.io/apiserver pkg/cel/limits.go. */
const formats: ReadonlyMap<string, SchemaSize> = new Map([
  ['duration', { most: 32, leastBytes: 3 }],
  ['date', { most: 12, leastBytes: 12 }],
  ['date-time', { most: 32, leastBytes: 21 }],
]);

function sizeOfText(schema: JsonSchema): SchemaSize {
  const format = formats.get(schema.format);
  if (format !== undefined) return format;
  if (schema.format === 'byte') return { most: atLeast0(schema.maxLength) ?? mostBytes - 2, leastBytes: 2 };
  const longest = schema.enum.map((value) => (typeof value === 'string' ? byteLength(value) : 0));
  const otherwise = longest.length > 0 ? Math.max(...longest) : mostBytes - 2;
  return { most: charactersIn(schema) ?? otherwise, leastBytes: 2 };
}

/** The length of a text by its schema: a character takes 4 bytes at most, and sizes count bytes. */
function charactersIn({ maxLength }: JsonSchema): number | undefined {
  return maxLength === undefined ? undefined : Math.max(0, maxLength) * 4;
}

function atLeast0(limit: number | undefined): number | undefined {
  return limit === undefined ? undefined : Math.max(0, limit);
}

/** How often a value of a size can be in one object at most, where nothing around it has a limit. */
export function mostOccurrences({ leastBytes }: SchemaSize): bigint {
  return BigInt(Math.trunc(mostBytes / (leastBytes + 1)));
}

/**
 * Returns the sizes of what paths from `self` lead to, as a release knows them.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/cel/compilation.go sizeEstimator.
 */
export function sizesBelow(self: SchemaSize, release: CelRelease = usualRelease): SizeOfPath {
  return ([variable, ...path]) => {
    if (variable === undefined) return undefined;
    let at: SchemaSize | undefined = self;
    for (const part of path) {
      if (part === '@items' || part === '@values') at = at.item;
      else at = part === '@keys' ? at.key : at.fields?.get(part);
      if (at === undefined) return undefined;
    }
    const { most, bounded } = at;
    const max = bounded !== undefined && does('boundsNames', release) ? bounded : most;
    return { min: 0n, max: BigInt.asUintN(64, BigInt(max)) };
  };
}
