import type { DecodedBody } from '@managed-fields/api-server';
import { parseJson, type Value } from '@managed-fields/merge-engine';
import data from './data/messages.json';

// Clients in Go write built-in kinds in protobuf where they know the type, as `kubectl create` and controllers do. No object is
// written in it here: all of them read JSON as well.

/** `[number, name, type]`, as `tools/types/protobuf.ts` writes it; the name is empty where the fields stand in the object. */
type Field = readonly [number: number, name: string, type: string];

const messages = new Map(
  Object.entries(data.messages).map(([name, fields]) => {
    const byNumber = (fields as unknown as readonly Field[]).map((field) => [field[0], field] as const);
    return [name, new Map(byNumber)] as const;
  }),
);
const lists = new Set(data.lists);
const scalars = new Set(['string', 'bool', 'bytes', 'int32', 'int64', 'uint32', 'uint64', 'double', 'float']);

/** `k8s` and a zero. Upstream: apimachinery pkg/runtime/serializer/protobuf/protobuf.go. */
const prefix = Buffer.from([0x6b, 0x38, 0x73, 0x00]);

/** How deep a message may go; the deepest of a built-in kind, that of a definition, bears more than any that is used. */
const deepest = 200;

/** A body that is not such as its kind has, with the words of the complaint. */
class Malformed extends Error {}

/**
 * Reads a body in protobuf as the JSON that says the same; undefined of a kind that is not known here. Fields that are not
 * known are passed over.
 * Upstream: apimachinery pkg/runtime/serializer/protobuf/protobuf.go Decode.
 */
export function decodeProtobuf(bytes: Buffer): DecodedBody | undefined {
  if (!bytes.subarray(0, 4).equals(prefix)) {
    const words = 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]';
    return { kind: 'malformed', message: words };
  }
  try {
    const unknown = fieldsOf(bytes.subarray(4));
    const type = fieldsOf(bytesAt(unknown, 1));
    const [apiVersion, kind] = [bytesAt(type, 1).toString('utf8'), bytesAt(type, 2).toString('utf8')];
    const name = messageOf(apiVersion, kind);
    if (name === undefined) return undefined;
    const value = new Map<string, Value>([
      ['kind', kind],
      ['apiVersion', apiVersion],
    ]);
    readInto(value, bytesAt(unknown, 2), name, 0);
    return { kind: 'value', value, duplicates: [] };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { kind: 'malformed', message: error.message };
  }
}

/** The message of a kind. */
function messageOf(apiVersion: string, kind: string): string | undefined {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const folder = group === '' ? 'core' : (group?.split('.')[0] ?? '');
  const packages = [
    `k8s.io.api.${folder}.${version}`,
    `k8s.io.apiextensions_apiserver.pkg.apis.${folder}.${version}`,
    `k8s.io.kube_aggregator.pkg.apis.${folder}.${version}`,
    // The options of a delete come in any group.
    'k8s.io.apimachinery.pkg.apis.meta.v1',
  ];
  return packages.map((each) => `${each}.${kind}`).find((each) => messages.has(each));
}

/** What stands behind the number of a field. */
type Raw = { readonly kind: 'varint'; readonly number: bigint } | { readonly kind: 'bytes'; readonly bytes: Buffer };

function fieldsOf(bytes: Buffer): readonly (readonly [number, Raw])[] {
  const found: (readonly [number, Raw])[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Malformed('unexpected EOF');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new Malformed('proto: integer overflow');
  };
  const take = (length: number): Buffer => {
    if (length > bytes.length - at) throw new Malformed('unexpected EOF');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const key = Number(varint());
    const number = Math.floor(key / 8);
    switch (key % 8) {
      case 0:
        found.push([number, { kind: 'varint', number: varint() }]);
        break;
      case 1:
        found.push([number, { kind: 'bytes', bytes: take(8) }]);
        break;
      case 2: {
        const length = varint();
        if (length > BigInt(bytes.length)) throw new Malformed('unexpected EOF');
        found.push([number, { kind: 'bytes', bytes: take(Number(length)) }]);
        break;
      }
      case 5:
        found.push([number, { kind: 'bytes', bytes: take(4) }]);
        break;
      default:
        throw new Malformed(`proto: illegal wireType ${key % 8}`);
    }
  }
  return found;
}

function rawAt(fields: readonly (readonly [number, Raw])[], wanted: number): Raw | undefined {
  return fields.findLast(([number]) => number === wanted)?.[1];
}

function bytesAt(fields: readonly (readonly [number, Raw])[], wanted: number): Buffer {
  const raw = rawAt(fields, wanted);
  return raw?.kind === 'bytes' ? raw.bytes : Buffer.alloc(0);
}

function readInto(object: Map<string, Value>, bytes: Buffer, message: string, depth: number): void {
  if (depth > deepest) throw new Malformed('proto: nested too deep');
  const known = messages.get(message);
  for (const [number, raw] of fieldsOf(bytes)) {
    const [, name = '', type = ''] = known?.get(number) ?? [];
    if (type === '') continue;
    if (name === '') {
      if (raw.kind === 'bytes') readInto(object, raw.bytes, type, depth + 1);
    } else if (type.startsWith('[]')) {
      const before = object.get(name);
      object.set(name, [...(Array.isArray(before) ? before : []), read(raw, type.slice(2), depth)]);
    } else if (type.startsWith('{}')) {
      const before = object.get(name);
      const entry = fieldsOf(raw.kind === 'bytes' ? raw.bytes : Buffer.alloc(0));
      const value = rawAt(entry, 2) ?? { kind: 'bytes', bytes: Buffer.alloc(0) };
      const key = bytesAt(entry, 1).toString('utf8');
      object.set(name, new Map(before instanceof Map ? before : []).set(key, read(value, type.slice(2), depth)));
    } else {
      object.set(name, read(raw, type, depth));
    }
  }
}

function read(raw: Raw, type: string, depth: number): Value {
  if (scalars.has(type)) return scalar(raw, type);
  const bytes = raw.kind === 'bytes' ? raw.bytes : Buffer.alloc(0);
  const special = specials[type.slice(type.lastIndexOf('.') + 1)];
  if (special !== undefined) return special(fieldsOf(bytes), depth);
  const object = new Map<string, Value>();
  readInto(object, bytes, type, depth + 1);
  return lists.has(type) ? (object.get('items') ?? []) : object;
}

function scalar(raw: Raw, type: string): Value {
  if (raw.kind === 'varint') return type === 'bool' ? raw.number !== 0n : signed(raw.number, type);
  switch (type) {
    case 'string':
      return raw.bytes.toString('utf8');
    case 'double':
      return raw.bytes.length === 8 ? raw.bytes.readDoubleLE() : 0;
    case 'float':
      return raw.bytes.length === 4 ? raw.bytes.readFloatLE() : 0;
    default:
      return raw.bytes.toString('base64');
  }
}

function signed(number: bigint, type: string): bigint {
  return type.startsWith('u') ? number : BigInt.asIntN(type === 'int32' ? 32 : 64, number);
}

/** Types that JSON writes in a form of their own, by their last name. */
const specials: Readonly<Record<string, (fields: ReturnType<typeof fieldsOf>, depth: number) => Value>> = {
  Time: (fields) => timeOf(fields, false),
  MicroTime: (fields) => timeOf(fields, true),
  Duration: (fields) => {
    const raw = rawAt(fields, 1);
    return `${Number(raw?.kind === 'varint' ? BigInt.asIntN(64, raw.number) : 0n) / 1e9}s`;
  },
  Quantity: (fields) => bytesAt(fields, 1).toString('utf8') || '0',
  IntOrString: (fields) => {
    const kind = rawAt(fields, 1);
    const isText = kind?.kind === 'varint' && kind.number === 1n;
    const number = rawAt(fields, 2);
    if (isText) return bytesAt(fields, 3).toString('utf8');
    return number?.kind === 'varint' ? BigInt.asIntN(32, number.number) : 0n;
  },
  RawExtension: rawJson,
  FieldsV1: rawJson,
  JSON: rawJson,
  JSONSchemaPropsOrBool: (fields, depth) => {
    const allows = rawAt(fields, 1);
    const schema = rawAt(fields, 2);
    return schema === undefined
      ? allows?.kind === 'varint' && allows.number !== 0n
      : read(schema, schemaType, depth + 1);
  },
  JSONSchemaPropsOrArray: (fields, depth) => {
    const schema = rawAt(fields, 1);
    if (schema !== undefined) return read(schema, schemaType, depth + 1);
    return fields.flatMap(([number, raw]) => (number === 2 ? [read(raw, schemaType, depth + 1)] : []));
  },
  JSONSchemaPropsOrStringArray: (fields, depth) => {
    const schema = rawAt(fields, 1);
    if (schema !== undefined) return read(schema, schemaType, depth + 1);
    return fields.flatMap(([number, raw]) => (number === 2 ? [scalar(raw, 'string')] : []));
  },
};

const schemaType = 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps';

/** RFC 3339, and null where it is not set. Seconds before 1970 come as negative numbers. */
function timeOf(fields: ReturnType<typeof fieldsOf>, isMicro: boolean): Value {
  const [seconds, nanos] = [rawAt(fields, 1), rawAt(fields, 2)];
  const whole = seconds?.kind === 'varint' ? Number(BigInt.asIntN(64, seconds.number)) : 0;
  if (whole === 0 && nanos === undefined) return null;
  const date = new Date(whole * 1000);
  if (Number.isNaN(date.getTime())) throw new Malformed('time is out of range');
  const text = date.toISOString().replace(/\.\d+Z$/, '');
  const micros = nanos?.kind === 'varint' ? Math.floor(Number(BigInt.asIntN(32, nanos.number)) / 1000) : 0;
  return isMicro ? `${text}.${String(micros).padStart(6, '0')}Z` : `${text}Z`;
}

function rawJson(fields: ReturnType<typeof fieldsOf>): Value {
  const text = bytesAt(fields, 1).toString('utf8');
  if (text === '') return null;
  const parsed = parseJson(text);
  if (parsed.kind === 'error') throw new Malformed(parsed.message);
  return parsed.value;
}
