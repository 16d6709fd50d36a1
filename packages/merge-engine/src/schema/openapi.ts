import { isList, isMap, listAt, mapAt, stringAt, type Value, type ValueList, type ValueMap } from '../value/value.ts';
import {
  type Atom,
  type AtomDraft,
  deducedType,
  type ListType,
  type MapType,
  type Scalar,
  type Schema,
  type StructField,
  untypedAtomicType,
} from './atom.ts';

/** OpenAPI v3 component schemas by name, as `components.schemas` holds them; each is read when it is first needed. */
export interface Definitions {
  get(name: string): ValueMap | undefined;
}

/**
 * Compiles OpenAPI v3 component schemas to types, each when it is first asked for, with everything it refers to. A
 * reference to nothing becomes an atom that fits nothing.
 * Upstream: kube-openapi pkg/schemaconv/openapi.go ToSchemaFromOpenAPI.
 */
export function schemaFromOpenApi(definitions: Definitions): Schema {
  const made = new Map<string, Atom>();
  const context: CompileContext = { preserveUnknownFields: false, named };

  function named(name: string, override: MapType['relationship'] | undefined): Atom {
    const id = override === undefined ? name : `${name} ${override}`;
    const known = made.get(id);
    if (known !== undefined) return known;
    const draft: AtomDraft = { name };
    // Kept before it is filled, because a type may refer to itself.
    made.set(id, draft);
    fill(draft, definitions.get(name), context);
    if (override !== undefined) overrideRelationship(draft, override);
    return draft;
  }

  return { type: (name) => (definitions.get(name) === undefined ? undefined : named(name, undefined)) };
}

function fill(draft: AtomDraft, definition: ValueMap | undefined, context: CompileContext): void {
  if (definition === undefined) return;
  if (draft.name === 'io.k8s.apimachinery.pkg.api.resource.Quantity') {
    draft.scalar = 'untyped';
  } else if (draft.name === 'io.k8s.apimachinery.pkg.runtime.RawExtension') {
    Object.assign(draft, untypedAtomicType, { name: draft.name });
  } else if (referenceOf(definition) === undefined) {
    compileInto(draft, definition, context);
  }
}

/** Upstream: structured-merge-diff schema/elements.go Resolve; a scalar cannot be overridden and fits nothing. */
function overrideRelationship(draft: AtomDraft, relationship: MapType['relationship']): void {
  if (draft.map !== undefined) draft.map = { ...draft.map, relationship };
  else if (draft.list !== undefined) draft.list = { ...draft.list, relationship };
  else delete draft.scalar;
}

/** What the types inside a schema depend on. */
export interface CompileContext {
  /** Whether maps with properties take unknown fields; a schema can turn it on for itself and what is inside. */
  readonly preserveUnknownFields: boolean;
  /** The type of a reference, its map relationship overridden where the reference says so. */
  named(name: string, override: MapType['relationship'] | undefined): Atom;
  /**
   * A cache of the types made in this context, by schema, for schemas that occur in several places; absent where none
   * does.
   */
  readonly made?: Map<ValueMap, Atom>;
}

/**
 * Fills a draft from one OpenAPI v3 schema that is no reference.
 * Upstream: kube-openapi pkg/schemaconv/openapi.go visitSpec, parseSchema.
 */
export function compileInto(draft: AtomDraft, schema: ValueMap, outer: CompileContext): void {
  const preserves = schema.get('x-kubernetes-preserve-unknown-fields') === true && !outer.preserveUnknownFields;
  const context = preserves ? { ...outer, preserveUnknownFields: true, made: new Map() } : outer;
  const type = stringAt(schema, 'type') ?? '';
  if (type === 'object') draft.map = mapType(schema, context);
  else if (type === 'array') draft.list = listType(schema, context);
  else draft.scalar = scalarType(type, stringAt(schema, 'format') ?? '');
  if (type === '') {
    draft.list = listType(schema, context);
    draft.map = mapType(schema, context);
  }
}

/** The type of a schema inside another: a reference, or a schema in place. Upstream: makeOpenAPIRef. */
function compile(schema: ValueMap, context: CompileContext): Atom {
  const name = referenceOf(schema);
  if (name !== undefined) return context.named(name, mapRelationship(schema));
  const before = context.made?.get(schema);
  if (before !== undefined) return before;
  const draft: AtomDraft = { name: '' };
  compileInto(draft, schema, context);
  context.made?.set(schema, draft);
  return draft;
}

/** The name that a schema refers to, itself or by the only part of its allOf. */
export function referenceOf(schema: ValueMap): string | undefined {
  const parts = listAt(schema, 'allOf');
  const only = parts?.length === 1 ? parts[0] : undefined;
  const reference = stringAt(schema, '$ref') ?? (isMap(only) ? stringAt(only, '$ref') : undefined);
  return reference?.slice(reference.lastIndexOf('/') + 1);
}

/** Upstream: kube-openapi pkg/schemaconv/smd.go convertPrimitive. */
function scalarType(type: string, format: string): Scalar {
  if (type === 'integer' || type === 'number') return 'numeric';
  if (type === 'boolean') return 'boolean';
  return type === 'string' && (format === '' || format === 'byte') ? 'string' : 'untyped';
}

function mapType(schema: ValueMap, context: CompileContext): MapType {
  const fields = new Map<string, StructField>();
  for (const [name, property] of mapAt(schema, 'properties') ?? []) {
    if (isMap(property)) fields.set(name, structField(name, property, context));
  }
  return { fields, element: elementType(schema, context), relationship: mapRelationship(schema) ?? 'separable' };
}

function structField(name: string, property: ValueMap, context: CompileContext): StructField {
  const type = compile(property, context);
  const byDefault = property.get('default') ?? null;
  return byDefault === null ? { name, type } : { name, type, default: byDefault };
}

/** The type of unknown names; a map without properties takes anything, one with properties nothing. */
function elementType(schema: ValueMap, context: CompileContext): Atom | undefined {
  const additional = schema.get('additionalProperties');
  if (isMap(additional)) return compile(additional, context);
  if (additional === true) return deducedType;
  if (additional === false) return undefined;
  const free = context.preserveUnknownFields || (mapAt(schema, 'properties')?.size ?? 0) === 0;
  return free ? deducedType : undefined;
}

/** Upstream: kube-openapi pkg/schemaconv/smd.go getMapElementRelationship. */
function mapRelationship(schema: ValueMap): MapType['relationship'] | undefined {
  const type = schema.get('x-kubernetes-map-type');
  if (type === 'atomic') return 'atomic';
  return type === 'granular' ? 'separable' : undefined;
}

function listType(schema: ValueMap, context: CompileContext): ListType {
  const items = schema.get('items');
  const element = isMap(items) ? compile(items, context) : untypedAtomicType;
  return { element, ...listRelationship(schema) };
}

const atomic: Omit<ListType, 'element'> = { relationship: 'atomic', keys: [] };
const set: Omit<ListType, 'element'> = { relationship: 'associative', keys: [] };

/** The list type, or the patch strategy where there is none. Upstream: smd.go getListElementRelationship. */
function listRelationship(schema: ValueMap): Omit<ListType, 'element'> {
  const type = schema.get('x-kubernetes-list-type');
  if (type === 'set') return set;
  if (type === 'map') return { relationship: 'associative', keys: strings(schema.get('x-kubernetes-list-map-keys')) };
  if (type !== undefined) return atomic;
  const strategy = schema.get('x-kubernetes-patch-strategy');
  if (strategy !== 'merge' && strategy !== 'merge,retainKeys') return atomic;
  const key = stringAt(schema, 'x-kubernetes-patch-merge-key');
  return key === undefined ? set : { relationship: 'associative', keys: [key] };
}

function strings(value: Value | undefined): string[] {
  const list: ValueList = isList(value) ? value : [];
  return list.filter((item) => typeof item === 'string');
}
