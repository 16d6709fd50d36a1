import {
  applyStrategicPatch,
  assertNever,
  invalid as complain,
  formatValue,
  isMap,
  jsonTypeName,
  type PatchError,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { managerOrUserAgent } from './options.ts';
import { meetComplaints, type PatchInput } from './patch-input.ts';
import { sentEntries, withTypeMeta } from './sent-object.ts';
import { badRequest, invalid, type Refusal, unprocessable, untyped } from './status.ts';
import { toHub } from './storage.ts';
import { recordedChange, type ViewChange } from './view-update.ts';

/**
 * Applies a strategic merge patch to an object at the version of its request. The result is decoded without a round
 * trip through JSON. Upstream: apiserver pkg/endpoints/handlers/patch.go smpPatcher, applyPatchToObject.
 */
export function strategicChange(input: PatchInput, live: ValueMap, document: ValueMap): ViewChange | Refusal {
  const { body, endpoint, options } = input;
  const { view } = endpoint;
  if (body.kind === 'malformed') return badRequest(body.message);
  const patch = body.value ?? new Map<string, Value>();
  if (!isMap(patch)) {
    return badRequest(`json: cannot unmarshal ${jsonTypeName(patch)} into Go value of type map[string]interface {}`);
  }
  if (view.patchType === undefined) return untyped('a strategic merge patch needs a type');
  const merged = applyStrategicPatch(document, patch, view.patchType);
  if (merged.kind === 'error') return refusePatch(merged);
  const refuse = (why: string) =>
    invalid({ group: '', name: '' }, '', [complain('patch', formatValue(merged.patch), why)]);
  const decoded = view.decode(merged.object, 'unstructured');
  if (decoded.kind === 'error') return refuse(decoded.message);
  const strict = options.fieldValidation !== 'Ignore';
  const complaints = strict ? [...body.duplicates, ...decoded.unknown] : [];
  const refused = meetComplaints(complaints, options.fieldValidation, input.warn, refuse);
  if (refused !== undefined) return refused;
  const hub = toHub(view, view.setDefaults(withTypeMeta(decoded.object, view)));
  if (hub.kind !== 'converted') return untyped(hub.message);
  const manager = managerOrUserAgent(options.fieldManager, input.userAgent);
  return recordedChange(endpoint, live, hub.object, sentEntries(view, merged.object, hub.object), manager, input.now);
}

/** Upstream: patch.go interpretStrategicMergePatchError. */
function refusePatch(error: PatchError): Refusal {
  switch (error.reason) {
    case 'bad-patch':
      return badRequest(error.message);
    case 'unprocessable':
      return unprocessable();
    case 'other':
      return untyped(error.message);
    default:
      return assertNever(error.reason);
  }
}
