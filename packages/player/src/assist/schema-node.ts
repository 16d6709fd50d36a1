import type { ResourceVersion } from '@managed-fields/api-server';
import {
  type Atom,
  isList,
  mapAt,
  type PatchLookup,
  type PatchSchema,
  type ValueMap,
  type WrittenSchema,
  writtenPart,
} from '@managed-fields/merge-engine';

/** A step down a schema: the name of a field, or null for the items of a list and the values of a map. */
export type SchemaStep = string | null;

/** A path in a schema, from the object down. */
export type SchemaPath = readonly SchemaStep[];

/**
 * A field of a kind with both its compiled type and its written schema. The engine merges by the compiled type. The
 * written schema adds enums and formats, and shows whether a marker is written or a default applies.
 */
export interface SchemaNode {
  readonly path: SchemaPath;
  readonly atom: Atom;
  /** Undefined where only the type is known. */
  readonly written: ValueMap | undefined;
  /** The name of the definition that it refers to; empty for a type that is written in place. */
  readonly definition: string;
  /** The names of the definitions around it. */
  readonly within: readonly string[];
  readonly required: boolean;
  /** The path of the outermost atomic list or map around it. Nothing inside that has owners of its own. */
  readonly whole: SchemaPath | undefined;
  /** For an item of a list: the keys that identify the items. */
  readonly itemKeys: readonly string[];
  /** Whether it is such a key. */
  readonly isKey: boolean;
  /**
   * How a strategic merge patch merges it; undefined where the kind has no such patch, or the patch has no strategy for
   * it.
   */
  readonly patch: StrategicPatch | undefined;
  /** The schema that a strategic merge patch has of its content. */
  readonly patchType: PatchSchema | undefined;
  readonly kind: KindSchema;
}

/** How a strategic merge patch merges a field. */
export interface StrategicPatch {
  readonly strategies: readonly string[];
  readonly mergeKey: string;
}

/** What all nodes of one kind have in common. */
export interface KindSchema {
  readonly version: ResourceVersion;
  readonly written: WrittenSchema | undefined;
}

/** Definitions whose own schema does not describe their content, with the name of the definition that does. */
const contentsByDefinition: ReadonlyMap<string, string> = new Map(
  ['OrArray', 'OrBool'].map((suffix) => {
    const schemaProps = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps';
    return [schemaProps + suffix, schemaProps];
  }),
);

/** The node of the object itself. */
export function rootNode(version: ResourceVersion): SchemaNode {
  const { written, type, patchType } = version;
  return {
    path: [],
    atom: type,
    written: written?.root,
    definition: type.name,
    within: [],
    required: true,
    whole: undefined,
    itemKeys: [],
    isKey: false,
    patch: undefined,
    patchType,
    kind: { version, written },
  };
}

/** The fields of an object, or the one node for the items of a list or the values of a map. */
export function childrenOf(node: SchemaNode): readonly SchemaNode[] {
  const names = new Set([
    ...(mapAt(node.written, 'properties')?.keys() ?? []),
    ...(node.atom.map?.fields.keys() ?? []),
  ]);
  const fields = [...names].flatMap((name) => childOf(node, name) ?? []);
  const each = fields.length === 0 ? childOf(node, null) : undefined;
  return each === undefined ? fields : [each];
}

/** The node of a field, or with null that of the items or values; undefined where the schema has none. */
export function childOf(node: SchemaNode, step: SchemaStep): SchemaNode | undefined {
  const part = writtenAt(node.written, step);
  // The written schema of a definition can declare fields of a map that the compiled type leaves open.
  const atom = atomAt(node.atom, step) ?? (part === undefined ? undefined : node.atom.map?.element);
  if (atom === undefined && part === undefined) return undefined;
  const followed = followedPart(node, part);
  const isWhole = node.atom.list?.relationship === 'atomic' || node.atom.map?.relationship === 'atomic';
  const lookup = lookupOf(node, step, atom);
  const required = node.written?.get('required') ?? null;
  return {
    path: [...node.path, step],
    atom: atom ?? { name: '' },
    written: followed?.schema,
    definition: followed?.name ?? atom?.name ?? '',
    within: node.definition === '' ? node.within : [...node.within, node.definition],
    required: step !== null && isList(required) && required.includes(step),
    whole: node.whole ?? (isWhole && !isOpen(node.atom) ? node.path : undefined),
    itemKeys: step === null ? keysOf(node) : [],
    isKey: step !== null && node.itemKeys.includes(step),
    patch: lookup?.kind === 'field' ? strategicPatch(lookup.field) : undefined,
    patchType: step === null ? node.patchType : lookup?.kind === 'field' ? lookup.field.schema : undefined,
    kind: node.kind,
  };
}

/** The node at a path. A name that is no declared field is taken as a key of a map. */
export function nodeAt(root: SchemaNode, path: SchemaPath): SchemaNode | undefined {
  let node: SchemaNode | undefined = root;
  for (const step of path) {
    if (node === undefined) return undefined;
    node = childOf(node, step) ?? (step === null ? undefined : childOf(node, null));
  }
  return node;
}

/** The path of a node as text, such as `.spec.containers[].name` or `.metadata.labels.*`. */
export function schemaPathText(root: SchemaNode, path: SchemaPath): string {
  let text = '';
  let node: SchemaNode | undefined = root;
  for (const step of path) {
    const isListItem = step === null && node?.atom.list !== undefined && node.atom.map === undefined;
    text += step === null ? (isListItem ? '[]' : '.*') : `.${step}`;
    node = node === undefined ? undefined : childOf(node, step);
  }
  return text === '' ? '.' : text;
}

/** Whether a type allows any value. */
export function isOpen(atom: Atom): boolean {
  return atom.list !== undefined && atom.map !== undefined && atom.map.fields.size === 0;
}

/** Whether the definition of a node contains itself. */
export function isRecursive({ definition, within }: SchemaNode): boolean {
  return definition !== '' && within.includes(definition);
}

/** The names of the keys that identify the items of a list. */
export function keysOf(node: SchemaNode): readonly string[] {
  return node.atom.list?.relationship === 'associative' ? node.atom.list.keys : [];
}

function atomAt({ map, list }: Atom, step: SchemaStep): Atom | undefined {
  if (step !== null) return map?.fields.get(step)?.type;
  if (list !== undefined && map === undefined) return list.element;
  return map?.element;
}

function writtenAt(schema: ValueMap | undefined, step: SchemaStep): ValueMap | undefined {
  if (step !== null) return mapAt(mapAt(schema, 'properties'), step);
  return mapAt(schema, 'items') ?? mapAt(schema, 'additionalProperties');
}

function followedPart({ kind }: SchemaNode, part: ValueMap | undefined) {
  if (part === undefined || kind.written === undefined) return undefined;
  const followed = writtenPart(part, kind.written);
  const contents = contentsByDefinition.get(followed.name);
  const schema = contents === undefined ? undefined : kind.written.named(contents);
  return schema === undefined || contents === undefined ? followed : { name: contents, schema };
}

function lookupOf({ patchType }: SchemaNode, step: SchemaStep, atom: Atom | undefined): PatchLookup | undefined {
  if (step === null || patchType === undefined) return undefined;
  const isListField = atom?.list !== undefined && atom.map === undefined;
  return isListField ? patchType.slice(step) : patchType.struct(step);
}

function strategicPatch({ strategies, mergeKey }: StrategicPatch): StrategicPatch | undefined {
  return strategies.length === 0 && mergeKey === '' ? undefined : { strategies, mergeKey };
}
