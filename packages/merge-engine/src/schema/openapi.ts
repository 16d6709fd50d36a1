import type { ValueMap } from '../value/value.ts';
import type { Atom, MapType, Schema } from './atom.ts';
import { type AtomDraft, type CompileContext, compileInto, referenceOf } from './compile.ts';
import { untypedAtomicType } from './deduced.ts';

/** OpenAPI v3 component schemas by name, as `components.schemas` holds them; read one by one when first needed. */
export interface Definitions {
  get(name: string): ValueMap | undefined;
}

/**
 * The types of OpenAPI v3 component schemas, made when first asked for, with everything they refer to. A reference to
 * nothing becomes an atom that fits nothing.
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
