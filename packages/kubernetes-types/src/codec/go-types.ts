import { isJsonMap, type JsonMap, type KubernetesData } from '../kubernetes-data.ts';
import { holdsFor, type PlayedVersion } from '../versions.ts';

/**
 * A Go type as its JSON decoder and encoder see it. `name` is what Go calls the type in messages: `int32`,
 * `v1.Protocol`, `[]v1.Container`.
 */
export type GoType = GoScalar | GoBytes | GoStruct | GoContainer | GoCustom;

/** A type whose zero is written as `false`, `0` or an empty string. */
export type GoScalar =
  | { readonly kind: 'bool' | 'string' | 'float64'; readonly name: string }
  | { readonly kind: 'int'; readonly bits: 32 | 64; readonly name: string };

/** Bytes, written as base64. */
export interface GoBytes {
  readonly kind: 'bytes';
  readonly name: string;
}

/** A slice or a map with string keys; nil is written as null. */
export interface GoContainer {
  readonly kind: 'slice' | 'map';
  readonly name: string;
  readonly element: GoType;
}

/** A struct; its fields in the order in which they are written, those of embedded structs in place. */
export interface GoStruct {
  readonly kind: 'struct';
  readonly name: string;
  readonly fields: ReadonlyMap<string, GoField>;
}

/** A struct with methods of its own that decode and encode it. */
export interface GoCustom {
  readonly kind: 'custom';
  readonly name: string;
  readonly encoding: CustomEncoding;
}

/** The encoding of such a struct; `raw` keeps any JSON, the last three hold a schema or something else. */
export type CustomEncoding =
  | { readonly kind: 'quantity' | 'time' | 'micro-time' | 'int-or-string' | 'raw' }
  | { readonly kind: 'schema-or-bool' | 'schema-or-list' | 'schema-or-strings'; readonly schema: GoStruct };

/** A field of a struct. */
export interface GoField {
  readonly name: string;
  readonly type: GoType;
  /** Whether null differs from zero. */
  readonly pointer: boolean;
  /** Whether nil, zero and empty are left out; structs never are. */
  readonly omitEmpty: boolean;
  /** Whether a zero struct is left out. */
  readonly omitZero: boolean;
  /** The names of the embedded structs on the way to the field; messages name them. */
  readonly embedded: readonly string[];
  /** The strategies of a strategic merge patch for the field; empty where there are none. */
  readonly patchStrategies: readonly string[];
  readonly patchMergeKey: string;
}

/**
 * The Go types of the definitions of built-in kinds, by the name of the definition; each is read when it is first asked
 * for.
 */
export interface GoTypes {
  struct(definition: string): GoStruct | undefined;
}

const schemaProps = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps';

const simpleEncodings: ReadonlyMap<string, CustomEncoding> = new Map([
  ['io.k8s.apimachinery.pkg.api.resource.Quantity', { kind: 'quantity' }],
  ['io.k8s.apimachinery.pkg.apis.meta.v1.Time', { kind: 'time' }],
  ['io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime', { kind: 'micro-time' }],
  ['io.k8s.apimachinery.pkg.util.intstr.IntOrString', { kind: 'int-or-string' }],
  ['io.k8s.apimachinery.pkg.runtime.RawExtension', { kind: 'raw' }],
  ['io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1', { kind: 'raw' }],
  ['io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON', { kind: 'raw' }],
]);

const schemaEncodings: ReadonlyMap<string, 'schema-or-bool' | 'schema-or-list' | 'schema-or-strings'> = new Map([
  [`${schemaProps}OrBool`, 'schema-or-bool'],
  [`${schemaProps}OrArray`, 'schema-or-list'],
  [`${schemaProps}OrStringArray`, 'schema-or-strings'],
]);

/** Where messages name embedded structs: from the sigs.k8s.io/json of v1.35 on. */
const namingEmbedded = { from: 'v1.35' } as const;

/** Reads Go types from the shapes of their fields and, where shapes say nothing, from the definitions. */
export function goTypes(data: KubernetesData, version: PlayedVersion): GoTypes {
  const namesEmbedded = holdsFor(namingEmbedded, version);
  const structs = new Map<string, GoStruct>();

  function struct(definition: string): GoStruct | undefined {
    const known = structs.get(definition);
    if (known !== undefined) return known;
    const shape = Object.hasOwn(data.shapes.types, definition) ? data.shapes.types[definition] : undefined;
    if (shape === undefined) return undefined;
    const type = lazyStruct(goName(definition), () => fieldsOf(definition, shape));
    structs.set(definition, type);
    return type;
  }

  function fieldsOf(definition: string, shape: JsonMap): ReadonlyMap<string, GoField> {
    const schema = data.definitions.definitions[definition];
    const properties = isJsonMap(schema) && isJsonMap(schema['properties']) ? schema['properties'] : {};
    const fields = Object.entries(shape).map(([name, field]): [string, GoField] => {
      if (!isJsonMap(field)) throw new Error(`no shape: ${definition}.${name}`);
      return [name, fieldOf(name, field, properties[name])];
    });
    return new Map(fields);
  }

  function fieldOf(name: string, shape: JsonMap, schema: unknown): GoField {
    const via = shape['via'];
    const strategy = part(schema, 'x-kubernetes-patch-strategy');
    const mergeKey = part(schema, 'x-kubernetes-patch-merge-key');
    return {
      name,
      type: typeOf(String(shape['kind']), shape['elem'], shape['type'], schema),
      pointer: shape['pointer'] === true,
      omitEmpty: shape['omitempty'] === true,
      omitZero: shape['omitzero'] === true,
      embedded: namesEmbedded && typeof via === 'string' ? via.split('.') : [],
      patchStrategies: typeof strategy === 'string' ? strategy.split(',') : [],
      patchMergeKey: typeof mergeKey === 'string' ? mergeKey : '',
    };
  }

  function typeOf(kind: string, elementKind: unknown, given: unknown, schema: unknown): GoType {
    const name = typeof given === 'string' ? given : undefined;
    switch (kind) {
      case 'bool':
      case 'string':
      case 'float64':
        return { kind, name: name ?? kind };
      case 'int32':
        return { kind: 'int', bits: 32, name: name ?? kind };
      case 'int64':
        return { kind: 'int', bits: 64, name: name ?? kind };
      case 'bytes':
        return { kind, name: '[]uint8' };
      case 'slice': {
        const element = typeOf(
          String(elementKind),
          undefined,
          /^\[\](.*)/.exec(name ?? '')?.[1],
          part(schema, 'items'),
        );
        return { kind, element, name: name ?? `[]${element.name}` };
      }
      case 'map': {
        const values = part(schema, 'additionalProperties');
        const given = /^map\[[^\]]*\](.*)/.exec(name ?? '')?.[1];
        // The only slices within containers are those of strings.
        const element = typeOf(String(elementKind), 'string', given, values);
        return { kind, element, name: name ?? `map[string]${element.name}` };
      }
      case 'struct':
        return referenced(schema);
      case 'any':
        return { kind: 'custom', name: 'interface {}', encoding: { kind: 'raw' } };
      default:
        throw new Error(`no such kind of Go type: ${kind}`);
    }
  }

  function referenced(schema: unknown): GoType {
    const definition = reference(schema);
    const simple = simpleEncodings.get(definition);
    if (simple !== undefined) return { kind: 'custom', name: goName(definition), encoding: simple };
    const type = struct(definition);
    if (type !== undefined) return type;
    const encoding = schemaEncodings.get(definition);
    const schemaType = struct(schemaProps);
    if (encoding === undefined || schemaType === undefined) throw new Error(`no Go type: ${definition}`);
    return { kind: 'custom', name: goName(definition), encoding: { kind: encoding, schema: schemaType } };
  }

  return { struct };
}

/** Whether the struct of a definition has methods of its own that decode and encode it, so that no shape says how. */
export function hasOwnEncoding(definition: string): boolean {
  return simpleEncodings.has(definition) || schemaEncodings.has(definition);
}

/** A struct whose fields are read when first needed, as types refer to themselves. */
function lazyStruct(name: string, read: () => ReadonlyMap<string, GoField>): GoStruct {
  let fields: ReadonlyMap<string, GoField> | undefined;
  return {
    kind: 'struct',
    name,
    get fields() {
      fields ??= read();
      return fields;
    },
  };
}

function part(schema: unknown, name: string): unknown {
  return isJsonMap(schema) ? schema[name] : undefined;
}

/** The definition that a schema refers to, directly or as its only part; empty where it refers to none. */
export function reference(schema: unknown): string {
  if (!isJsonMap(schema)) return '';
  const { $ref: direct, allOf } = schema;
  if (typeof direct === 'string') return direct.slice(direct.lastIndexOf('/') + 1);
  return Array.isArray(allOf) ? reference(allOf[0]) : '';
}

/** `v1.Container` for `io.k8s.api.core.v1.Container`. */
function goName(definition: string): string {
  return definition.split('.').slice(-2).join('.');
}
