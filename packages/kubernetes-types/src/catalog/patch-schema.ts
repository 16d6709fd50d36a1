import { type PatchLookup, type PatchSchema, patchError, quote } from '@managed-fields/merge-engine';
import type { GoField, GoType } from '../codec/go-types.ts';

/**
 * A Go type as a strategic merge patch sees it, by the patch tags of its fields.
 * Upstream: apimachinery pkg/util/strategicpatch/meta.go PatchMetaFromStruct, third_party/forked/golang/json/fields.go.
 */
export function patchSchemaOf(type: GoType): PatchSchema {
  return {
    name: goKind(type),
    struct: (name) => lookup(type, name, (field) => found(field, field.type)),
    slice: (name) => lookup(type, name, (field) => sliceOf(type, field)),
  };
}

/** The kind of a type, by the name that Go's reflection gives it. */
function goKind(type: GoType): string {
  switch (type.kind) {
    case 'int':
      return `int${type.bits}`;
    case 'bytes':
      return 'slice';
    case 'custom':
      return 'struct';
    default:
      return type.kind;
  }
}

function lookup(type: GoType, name: string, then: (field: GoField) => PatchLookup): PatchLookup {
  if (type.kind !== 'struct' && type.kind !== 'custom') {
    return patchError(`merging an object in json but data type is not struct, instead is: ${goKind(type)}`);
  }
  const field = type.kind === 'struct' ? fieldNamed(type.fields, name) : undefined;
  if (field !== undefined) return then(field);
  const struct = type.name.slice(type.name.lastIndexOf('.') + 1);
  return patchError(`unable to find api field in struct ${struct} for the json field ${quote(name)}`);
}

function fieldNamed(fields: ReadonlyMap<string, GoField>, name: string): GoField | undefined {
  const exact = fields.get(name);
  if (exact !== undefined) return exact;
  const folded = name.toLowerCase();
  return [...fields.values()].find((field) => field.name.toLowerCase() === folded);
}

function found(field: GoField, type: GoType): PatchLookup {
  const { patchStrategies: strategies, patchMergeKey: mergeKey } = field;
  return { kind: 'field', field: { schema: patchSchemaOf(type), strategies, mergeKey } };
}

function sliceOf(parent: GoType, field: GoField): PatchLookup {
  const { type, pointer } = field;
  if (type.kind === 'slice') {
    if (type.element.kind === 'slice' && !pointer) return patchError('unexpected slice of slice');
    return found(field, type.element);
  }
  // A pointer to something that is no slice is taken as if its elements were meant.
  if (pointer || type.kind === 'bytes') return found(field, type);
  return patchError(`expected slice or array type, but got: ${goKind(parent)}`);
}
