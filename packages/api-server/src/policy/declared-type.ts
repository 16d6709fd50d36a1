import {
  mapAt,
  stringAt,
  type ValueMap,
  type WrittenSchema,
  writtenCustomSchema,
  writtenPart,
} from '@managed-fields/merge-engine';
import { scalarType } from '../cel/check/scalar-type.ts';
import { type CelType, dynType, listType, mapType, stringType } from '../cel/check/type.ts';
import { escapeName } from '../cel/value/escape.ts';
import { lazyType } from './assist.ts';

/** A part of a written schema, and the references around it. */
interface Part {
  readonly schema: ValueMap;
  readonly within: ReadonlySet<string>;
}

/** Definitions that have no type of their own in Go, so that expressions cannot use their values. */
const untyped = /\.(?:resource\.Quantity|v1\.JSON|v1\.JSONSchemaPropsOr(?:Array|Bool|StringArray))$/;

/**
 * Returns the type that the controller of policies gives the objects of a kind, below `name`. Where a schema contains
 * itself, it has no fields.
 * Upstream: k8s.io/apiserver pkg/cel/common/schemas.go SchemaDeclType, pkg/cel/types.go MaybeAssignTypeName,
 * pkg/cel/openapi/resolver/refs.go PopulateRefs.
 */
export function declaredType(written: WrittenSchema, own: string, name: string): CelType | undefined {
  return new Declared(written).of({ schema: written.root, within: new Set([own]) }, name, true);
}

class Declared {
  private readonly written: WrittenSchema;

  constructor(written: WrittenSchema) {
    this.written = written;
  }

  of({ schema: given, within }: Part, name: string, isResource: boolean): CelType | undefined {
    if (stringAt(given, 'format') === 'int-or-string' || isSet(given, 'int-or-string')) return dynType;
    const schema = isResource ? this.withNames(given) : given;
    switch (stringAt(schema, 'type')) {
      case 'array': {
        const item = this.inside(mapAt(schema, 'items'), within, `${name}.@idx`);
        return item && listType(item);
      }
      case 'object': {
        const values = mapAt(schema, 'additionalProperties');
        if (values === undefined) return lazyType(name, () => this.fields({ schema, within }, name));
        const value = this.inside(values, within, `${name}.@elem`);
        return value && mapType(stringType, value);
      }
      default:
        return scalarType(stringAt(schema, 'type'), stringAt(schema, 'format'));
    }
  }

  private inside(part: ValueMap | undefined, within: ReadonlySet<string>, name: string): CelType | undefined {
    if (part === undefined) return undefined;
    const { name: reference, schema } = writtenPart(part, this.written);
    if (untyped.test(reference)) return undefined;
    if (reference !== '' && within.has(reference))
      return this.of({ schema: new Map([['type', 'object']]), within }, name, false);
    const around = reference === '' ? within : new Set([...within, reference]);
    // Servers publish embedded objects with the fields of every object.
    const whole = isSet(schema, 'embedded-resource') ? writtenCustomSchema(schema).root : schema;
    return this.of({ schema: whole, within: around }, name, false);
  }

  private fields({ schema, within }: Part, name: string): ReadonlyMap<string, CelType> {
    const fields = new Map<string, CelType>();
    for (const [property, part] of mapAt(schema, 'properties') ?? []) {
      const escaped = escapeName(property);
      if (escaped === undefined || !(part instanceof Map)) continue;
      const type = this.inside(part, within, `${name}.${escaped}`);
      if (type === undefined) continue;
      fields.set(escaped, type);
      // Reserved words are also accepted as names of fields.
      if (escaped === `__${property}__`) fields.set(property, type);
    }
    return fields;
  }

  /** Adds apiVersion, kind and the names in metadata where they are not declared. Upstream: WithTypeAndObjectMeta. */
  private withNames(schema: ValueMap): ValueMap {
    const properties = mapAt(schema, 'properties') ?? new Map();
    const isText = (part: ValueMap | undefined) => stringAt(part, 'type') === 'string';
    const declared = mapAt(properties, 'metadata');
    const names = declared && mapAt(writtenPart(declared, this.written).schema, 'properties');
    const has =
      isText(mapAt(properties, 'kind')) &&
      isText(mapAt(properties, 'apiVersion')) &&
      isText(mapAt(names, 'name')) &&
      isText(mapAt(names, 'generateName'));
    if (has) return schema;
    return new Map(schema).set('properties', new Map([...properties, ...namesOfAll]));
  }
}

const text: ValueMap = new Map([['type', 'string']]);

const namesOfAll: ValueMap = new Map([
  ['kind', text],
  ['apiVersion', text],
  [
    'metadata',
    new Map<string, ValueMap | string>([
      ['type', 'object'],
      [
        'properties',
        new Map([
          ['name', text],
          ['generateName', text],
        ]),
      ],
    ]),
  ],
]);

function isSet(schema: ValueMap, extension: string): boolean {
  return schema.get(`x-kubernetes-${extension}`) === true;
}
