import { formatJson, stringAt } from '@managed-fields/merge-engine';
import { defaultsIn } from './defaults.ts';
import { type FieldType, fieldTypeOf, valuesOf } from './field-type.ts';
import { type MarkerView, markerOf, type StrategicView, strategicOf } from './markers.ts';
import { childrenOf, isRecursive, type SchemaNode, type SchemaPath, schemaPathText } from './schema-node.ts';

/** How a field is owned and merged by server-side apply. */
export type Treatment =
  /** Each field or key in it has owners of its own. */
  | 'fields'
  /** Each item has owners of its own. */
  | 'items'
  /** It is owned as one and replaced whole. */
  | 'whole'
  /** A single value. */
  | 'value'
  /** Part of an atomic whole: it is owned only through that. */
  | 'inside';

/** What a schema says of one field, as plain data that a worker can post. */
export interface SchemaFieldView {
  readonly path: SchemaPath;
  /** `.spec.containers[].ports` */
  readonly text: string;
  /** Absent for the node that stands for each item or value. */
  readonly name: string | undefined;
  readonly type: FieldType;
  /** What the items of a list or the values of a map are. */
  readonly elementType: FieldType | undefined;
  readonly format: string | undefined;
  /** The only values it may have. */
  readonly values: readonly string[];
  readonly required: boolean;
  /** A key by which the items of its list are told apart. */
  readonly isKey: boolean;
  readonly treatment: Treatment;
  readonly marker: MarkerView | undefined;
  readonly strategic: StrategicView | undefined;
  /** The value as JSON. */
  readonly default:
    | { readonly value: string; readonly source: 'schema' | 'server' | 'key'; readonly varies: boolean }
    | undefined;
  /** The atomic whole that it is part of. */
  readonly whole: string | undefined;
  /** Names that are no fields are kept as they are. */
  readonly keepsUnknown: boolean;
  /** Whether there is something in it. */
  readonly hasChildren: boolean;
  /** It is of a definition that it is itself inside of, so that there is no end to it. */
  readonly recursive: boolean;
}

/** Describes a node; `parent` knows its default. What takes anything is owned and merged as what stands there, `as`. */
export function describeNode(
  node: SchemaNode,
  parent: SchemaNode | undefined,
  root: SchemaNode,
  as?: FieldType,
): SchemaFieldView {
  const type = fieldTypeOf(node);
  const standing = type === 'any' ? (as ?? type) : type;
  const marker = markerOf(node, standing);
  const name = node.path.at(-1) ?? undefined;
  const known = name === undefined || parent === undefined ? undefined : defaultsOf(parent).get(name);
  const children = childrenOf(node);
  const [each] = children;
  const isContainer = type === 'list' || type === 'map';
  return {
    path: node.path,
    text: schemaPathText(root, node.path),
    name,
    type,
    elementType: isContainer && each !== undefined ? fieldTypeOf(each) : undefined,
    format: stringAt(node.written, 'format'),
    values: valuesOf(node),
    required: node.required,
    isKey: node.isKey,
    treatment: treatmentOf(node, standing),
    marker,
    strategic: strategicOf(node, marker),
    default: known && { value: formatJson(known.value), source: known.source, varies: known.varies },
    whole: node.whole && schemaPathText(root, node.whole),
    keepsUnknown: node.written?.get('x-kubernetes-preserve-unknown-fields') === true || type === 'any',
    hasChildren:
      type === 'object' || (isContainer && children.some((child) => child.path.at(-1) !== null || mayHold(child))),
    recursive: isRecursive(node),
  };
}

/** Whether there is something to see in an item or a value. */
function mayHold(node: SchemaNode): boolean {
  const type = fieldTypeOf(node);
  return type === 'object' || ((type === 'list' || type === 'map') && childrenOf(node).length > 0);
}

/** How server-side apply merges a field. */
export function treatmentOf({ atom, whole }: SchemaNode, type: FieldType): Treatment {
  if (whole !== undefined) return 'inside';
  switch (type) {
    case 'list':
      return atom.list?.relationship === 'associative' ? 'items' : 'whole';
    case 'object':
    case 'map':
    case 'any':
      return atom.map === undefined ? 'value' : atom.map.relationship === 'atomic' ? 'whole' : 'fields';
    default:
      return 'value';
  }
}

const known = new WeakMap<SchemaNode, ReturnType<typeof defaultsIn>>();

/** The defaults of a node's fields, found once a node. */
export function defaultsOf(node: SchemaNode): ReturnType<typeof defaultsIn> {
  const found = known.get(node) ?? defaultsIn(node);
  known.set(node, found);
  return found;
}
