import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicPatch,
  assertNever,
  compareStrings,
  invalid as complain,
  formatJson,
  formatValue,
  isList,
  isMap,
  jsonTypeName,
  mapAt,
  metadataOf,
  type PatchError,
  quote,
  textAt,
  type Value,
  type ValueMap,
  withEntry,
  withMetadata,
} from '@managed-fields/merge-engine';
import { type BuiltinVersion, isCustom, type ResourceVersion } from '../catalog/catalog.ts';
import { hasChange } from './changes.ts';
import { inDocumentOrder } from './document-order.ts';
import { expectedNamespace } from './endpoint.ts';
import { checkName } from './object-change.ts';
import { managerOrUserAgent } from './options.ts';
import { oldScale, scaleVersion, whyNoOldScale } from './scale-version.ts';
import {
  decodeCustom,
  lacksVersion,
  missingVersion,
  noObject,
  noTypeMeta,
  notRegistered,
  readAsNamed,
  sentEntries,
  withTypeMeta,
} from './sent-object.ts';
import { badRequest, entityTooLarge, internalError, invalid, type Refusal, unprocessable, untyped } from './status.ts';
import { toHub, toRequested } from './storage.ts';
import { meetComplaints, type PatchInput, recordedChange, type ViewChange } from './view-change.ts';
import { inNamespace } from './write-rules.ts';

/**
 * Applies a JSON patch, merge patch or strategic merge patch to a view of an object at the version in memory, and
 * updates managedFields. Upstream: apiserver pkg/endpoints/handlers/patch.go.
 */
export function patchedView(input: PatchInput, type: keyof typeof changes, live: ValueMap): ViewChange | Refusal {
  const versioned = toRequested(input.endpoint.view, live);
  return versioned.kind === 'converted' ? changes[type](input, live, versioned.object) : untyped(versioned.message);
}

const changes = { merge: mergeChange, json: jsonChange, strategic: strategicChange } as const;

function mergeChange(input: PatchInput, live: ValueMap, document: ValueMap): ViewChange | Refusal {
  const { body, options } = input;
  const strict = options.fieldValidation !== 'Ignore';
  if (body.kind === 'malformed') {
    return badRequest(strict ? `error decoding patch: ${body.message}` : 'Invalid JSON Patch');
  }
  if (strict && !isMap(body.value) && body.value !== null) {
    const why = `json: cannot unmarshal ${jsonTypeName(body.value)} into Go value of type map[string]interface {}`;
    return badRequest(`error decoding patch: ${why}`);
  }
  const patched = applyMergePatch(document, body.value);
  if (patched.kind === 'bad-patch') return badRequest(patched.message);
  return patchedChange(input, live, patched.value, strict ? body.duplicates : []);
}

/** Upstream: patch.go maxJSONPatchOperations. */
const mostOperations = 10_000;

function jsonChange(input: PatchInput, live: ValueMap, document: ValueMap): ViewChange | Refusal {
  const { body, options } = input;
  const strict = options.fieldValidation !== 'Ignore';
  if (body.kind === 'malformed') return badRequest(strict ? `error decoding patch: ${body.message}` : body.message);
  const checked = checkOperations(body.value, strict, hasChange('placesOperation', input.endpoint));
  if (typeof checked === 'string') return badRequest(checked);
  const operations = isList(body.value) ? body.value : [];
  if (operations.length > mostOperations) {
    const why = `The allowed maximum operations in a JSON patch is ${mostOperations}, got ${operations.length}`;
    return entityTooLarge(why);
  }
  const patched = applyJsonPatch(document, operations);
  if (patched.kind === 'failed') return unprocessable();
  const found = inDocumentOrder(input.bodyText, body.duplicates, checked);
  const complaints = strict ? found.map((text) => `json patch ${text}`) : [];
  return patchedChange(input, live, patched.value, complaints);
}

/** Decodes the patched document as a body of its kind. Upstream: patch.go jsonPatcher. */
function patchedChange(
  input: PatchInput,
  live: ValueMap,
  value: Value,
  complaints: readonly string[],
): ViewChange | Refusal {
  const { endpoint, options } = input;
  const { view } = endpoint;
  const shown = (whole: Value) => formatJson(whole, { sortKeys: isCustom(view), asWritten: !isCustom(view) });
  const refuse = (why: string) => invalid({ group: '', name: '' }, '', [complain('patch', shown(value), why)]);
  if (!isMap(value)) return refuse(noObject(value));
  const unread = noTypeMeta(value);
  if (unread !== undefined) return refuse(unread);
  const asked = textAt(value, 'apiVersion');
  if (asked.split('/').length > 2) return refuse(`unexpected GroupVersion string: ${asked}`);
  const custom = isCustom(view);
  const versionless = !isCustom(endpoint.version) && lacksVersion(asked, view);
  const named = withTypeMeta(versionless ? typeMetaOf(value) : value, view);
  if (custom && textAt(value, 'kind') === '') return refuse(`Object 'Kind' is missing in '${shown(value)}'`);
  if (!custom && !lacksVersion(asked, view) && asked.endsWith('/')) return refuse(missingVersion(shown(value)));
  const read = readAs(named, input);
  if (typeof read === 'string') return refuse(read);
  const decoded = isCustom(read)
    ? decodeCustom(read, named)
    : read.decode(withEntry(named, 'apiVersion', read.apiVersion), 'json');
  if (decoded.kind === 'error') return refuse(decoded.message);
  const complained = versionless
    ? [...value.keys()]
        .filter((key) => !typeMeta.includes(key))
        .sort(compareStrings)
        .map(unknownField)
    : decoded.unknown;
  const unknown = options.fieldValidation === 'Ignore' ? [] : complained;
  const refused = meetComplaints([...complaints, ...unknown], options.fieldValidation, input.warn, refuse);
  if (refused !== undefined) return refused;
  if (custom && (asked === '' || asked.endsWith('/'))) {
    const missing = internalError("Object 'apiVersion' is missing in 'object has no apiVersion field'");
    const placed = inNamespace(value, expectedNamespace(endpoint));
    return placed.kind === 'refused' ? placed : (checkName(endpoint, value) ?? missing);
  }
  const hub = toHub(read, read.setDefaults(withOldDefaults(decoded.object, asked)));
  if (hub.kind !== 'converted') return refuse(hub.message);
  const manager = managerOrUserAgent(options.fieldManager, input.userAgent);
  return recordedChange(endpoint, live, hub.object, sentEntries(view, value, hub.object), manager, input.now);
}

const typeMeta = ['kind', 'apiVersion'];

/**
 * Returns what is decoded of a built-in kind whose body names no apiVersion: it is read as the internal type, which has
 * no field names in JSON.
 * Upstream: apimachinery pkg/runtime/serializer/json/json.go Decode, gvkWithDefaults.
 */
function typeMetaOf(value: ValueMap): ValueMap {
  return new Map([...value].filter(([key]) => typeMeta.includes(key)));
}

function unknownField(key: string): string {
  return `unknown field ${quote(key)}`;
}

/** Groups whose kinds had the same fields in the versions that are no longer served. */
const unchangedGroups = ['apps', 'batch', 'coordination.k8s.io', 'policy', 'rbac.authorization.k8s.io'];

/**
 * The version as which a patched object is read: that which it names, where its kind has it. The server knows some versions of
 * kinds that it no longer serves. Where it cannot be read, the text says why.
 */
function readAs(value: ValueMap, { endpoint, catalog }: PatchInput): ResourceVersion | string {
  const { view } = endpoint;
  const [kind, apiVersion] = [textAt(value, 'kind'), textAt(value, 'apiVersion')];
  const { resource } = view;
  if (isCustom(view) || (kind === resource.kind && apiVersion === view.apiVersion)) return view;
  const found = catalog.findKind(apiVersion, kind);
  if (found?.resource === resource) return found;
  const ofCustom = isCustom(endpoint.version);
  if (ofCustom && !scaleVersions.includes(apiVersion)) return notRegistered(catalog, apiVersion, kind);
  const { isRead, why } = readAsNamed(catalog, view, value);
  if (kind !== resource.kind || !isRead) return ofCustom ? ofCustomScale(why) : why;
  if (unchangedGroups.includes(resource.group)) return view;
  if (view !== scaleVersion) return why;
  return whyNoOldScale(value) ?? (ofCustom ? ofCustomScale(why) : oldScale);
}

/** Versions that the scheme of Scales of custom resources has. Upstream: k8s.io/client-go scale/util.go NewScaleConverter. */
const scaleVersions = ['autoscaling/v1', 'apps/v1beta1', 'apps/v1beta2', 'extensions/v1beta1'];

function ofCustomScale(why: string): string {
  return why.replace('(autoscaling.Scale)', '(v1.Scale)');
}

/** A workload without labels has those of its Pods at old versions. Upstream: k8s.io/kubernetes pkg/apis/apps/v1beta1/defaults.go. */
function withOldDefaults(object: ValueMap, apiVersion: string): ValueMap {
  if (!['apps/v1beta1', 'extensions/v1beta1'].includes(apiVersion)) return object;
  const template = mapAt(mapAt(object, 'spec'), 'template');
  const labels = template && mapAt(metadataOf(template), 'labels');
  const has = (mapAt(metadataOf(object), 'labels')?.size ?? 0) > 0;
  return has ? object : withMetadata(object, 'labels', labels);
}

const texts = ['op', 'path', 'from'];

/**
 * The complaints about unknown fields of the operations of a JSON patch, or why it is none by the server's type of an operation.
 * `strict` is true unless the request ignores unknown fields; the server then uses another type and other messages. `placed` has
 * the place of what is no operation.
 * Upstream: apiserver pkg/endpoints/handlers/patch.go jsonPatchOp, applyJSPatch.
 */
function checkOperations(patch: Value, strict: boolean, placed: boolean): readonly string[] | string {
  const type = strict ? 'handlers.jsonPatchOp' : 'jsonpatch.Operation';
  const error = (value: Value, into: string) =>
    `${strict ? 'error decoding patch: ' : ''}json: cannot unmarshal ${jsonTypeName(value)} into ${into}`;
  if (patch === null) return [];
  if (!isList(patch)) return error(patch, `Go value of type ${strict ? `[]${type}` : 'jsonpatch.Patch'}`);
  const unknown: string[] = [];
  for (const [index, operation] of patch.entries()) {
    if (operation === null) continue;
    if (!isMap(operation)) {
      return error(operation, `${placed && !strict ? `Patch.${index}` : 'Go value'} of type ${type}`);
    }
    if (!strict) continue;
    for (const [key, value] of operation) {
      if (!texts.includes(key)) {
        if (key !== 'value') unknown.push(`unknown field "[${index}].${key}"`);
      } else if (value !== null && typeof value !== 'string') {
        return error(value, `Go struct field jsonPatchOp.${key} of type string`);
      }
    }
  }
  return unknown;
}

/**
 * Applies a strategic merge patch to an object at the version of its request. The result is decoded without a round
 * trip through JSON. Upstream: apiserver pkg/endpoints/handlers/patch.go smpPatcher, applyPatchToObject.
 */
function strategicChange(input: PatchInput, live: ValueMap, document: ValueMap): ViewChange | Refusal {
  const { body, endpoint, options } = input;
  // A custom resource is patched in other ways.
  const view = endpoint.view as BuiltinVersion;
  if (body.kind === 'malformed') return badRequest(body.message);
  const patch = body.value ?? new Map<string, Value>();
  if (!isMap(patch)) {
    return badRequest(`json: cannot unmarshal ${jsonTypeName(patch)} into Go value of type map[string]interface {}`);
  }
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
  const leavesRest = hasChange('patchesNamedFields', endpoint) && ![...patch.keys()].some((key) => key.startsWith('$'));
  const left = leavesRest ? [...document].filter(([key]) => !patch.has(key)) : [];
  const typed = new Map([...decoded.object, ...left, ['kind', view.resource.kind], ['apiVersion', view.apiVersion]]);
  const hub = toHub(view, view.setDefaults(typed));
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
