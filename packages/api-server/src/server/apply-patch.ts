import {
  applyConfiguration,
  assertNever,
  isMap,
  jsonTypeName,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { hasChange } from './changes.ts';
import { managedView } from './endpoint.ts';
import { applyConflict, badRequest, type Refusal, untyped } from './status.ts';
import type { PatchConflict, PatchInput, ViewChange } from './view-change.ts';

/**
 * Applies a configuration to a view of an object at the version in memory, and updates managedFields.
 * Upstream: apiserver pkg/endpoints/handlers/patch.go applyPatcher.
 */
export function appliedView(input: PatchInput, live: ValueMap): ViewChange | PatchConflict | Refusal {
  const { body, endpoint, options, now, warn } = input;
  const what = hasChange('patchReadFirst', input.catalog) ? 'patch' : 'YAML';
  if (body.kind === 'malformed') return badRequest(`error decoding ${what}: ${body.message}`);
  const value = body.value ?? new Map<string, Value>();
  if (!isMap(value)) {
    const why = `json: cannot unmarshal ${jsonTypeName(value)} into Go value of type map[string]interface {}`;
    return badRequest(`error decoding ${what}: error unmarshaling JSON: while decoding JSON: ${why}`);
  }
  const kind = managedView(endpoint);
  const { fieldManager: manager, force } = options;
  const applied = applyConfiguration({ kind, live, config: value, manager, force, now });
  switch (applied.kind) {
    case 'conflict':
      return { ...applied, refusal: applyConflict(applied.conflicts) };
    case 'bad-request':
      return badRequest(applied.message);
    case 'error':
      return untyped(applied.message);
    case 'applied':
      break;
    default:
      return assertNever(applied);
  }
  if (body.duplicates.length > 0 && options.fieldValidation === 'Strict') {
    const lines = body.duplicates.map((line) => `\n  ${line}`).join('');
    const why = `error converting YAML to JSON: yaml: unmarshal errors:${lines}`;
    return badRequest(`error strict decoding ${what}: ${why}`);
  }
  if (options.fieldValidation === 'Warn') body.duplicates.forEach(warn);
  return { kind: 'object', object: applied.object, trace: applied.trace };
}
