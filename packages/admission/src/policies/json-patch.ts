import { type AdmissionAttributes, catalogOf, isCustom, type ResourceVersion } from '@managed-fields/api-server';
import { type CelValue, isCelList, isMade, wrongTypeNames } from '@managed-fields/api-server/cel';
import { applyJsonPatch, formatJson, isMap, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type Activation, evaluated } from './activation.ts';
import { hasChange } from './changes.ts';
import type { CompiledMutation } from './compiled.ts';
import { jsonValue } from './json-value.ts';
import { type Patched, patchFailed, serverFailed } from './patched.ts';

/**
 * Evaluates a JSON patch and applies it to an object at the version of a kind. Where a test fails the object stays as it
 * is.
 * Upstream: apiserver pkg/admission/plugin/policy/mutating/patch/json_patch.go.
 */
export function applyPatch(
  mutation: CompiledMutation,
  values: Activation,
  kind: ResourceVersion,
  object: ValueMap,
  attributes: AdmissionAttributes,
): Patched {
  const { compiled } = mutation;
  if (compiled.kind === 'error') return patchFailed(compiled.message);
  const result = evaluated(mutation, values);
  if (result.kind !== 'value') return patchFailed(result.message);
  const operations: Value[] = [];
  for (const item of isCelList(result.value) ? result.value.items : []) {
    const operation = operationOf(item, hasChange('objectsInLists', attributes.cluster));
    if (!(operation instanceof Map)) return operation;
    operations.push(operation);
  }
  const patched = applyJsonPatch(object, operations);
  if (patched.kind === 'patched') return decoded(patched.value, kind, attributes);
  if (patched.message.endsWith(': test failed')) return { kind: 'unstructured', object };
  return patchFailed(`JSON Patch: ${patched.message}`);
}

function operationOf(
  item: CelValue,
  objectsInLists: boolean,
): Map<string, Value> | Extract<Patched, { kind: 'failed' }> {
  const fields = isMade(item) ? item.fields : new Map<string, CelValue>();
  const text = (name: string) => String(fields.get(name) ?? '');
  const operation = new Map<string, Value>([
    ['op', text('op')],
    ['path', text('path')],
  ]);
  if (text('from') !== '') operation.set('from', text('from'));
  const value = fields.get('value');
  if (value === undefined) return operation;
  const wrongNames = isMade(value) ? wrongTypeNames(value) : [];
  if (wrongNames.length > 0) return failed(`type mismatch: ${wrongNames.join('\n')}`, false);
  const json = jsonValue(value, objectsInLists);
  if (json.kind === 'json') return operation.set('value', json.value);
  const words = `JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${json.message}`;
  return json.kind === 'panic' ? failed(json.message, true) : failed(words, false);
}

function failed(message: string, isInternal: boolean) {
  return { kind: 'failed', isInternal, message } as const;
}

/**
 * The server's error for a document that is a list; no other value than a map or a list comes out of a patch.
 * Upstream: apimachinery pkg/runtime/serializer/json/meta.go Interpret.
 */
const unread =
  'couldn\'t get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** Decodes a patched document as the kind of its object. */
function decoded(value: Value, kind: ResourceVersion, { cluster }: AdmissionAttributes): Patched {
  if (!isMap(value)) return serverFailed(unread);
  if (isCustom(kind)) {
    if ((stringAt(value, 'kind') ?? '') === '')
      return serverFailed(`Object 'Kind' is missing in '${formatJson(value, { sortKeys: true })}'`);
    return { kind: 'unstructured', object: value };
  }
  const named = stringAt(value, 'kind') || kind.resource.kind;
  const apiVersion = stringAt(value, 'apiVersion') || kind.apiVersion;
  if (
    (named !== kind.resource.kind || apiVersion !== kind.apiVersion) &&
    !catalogOf(cluster).findKind(apiVersion, named)
  ) {
    return serverFailed(
      `no kind "${named}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
  const whole = new Map(value).set('kind', kind.resource.kind).set('apiVersion', kind.apiVersion);
  const read = kind.decode(whole, 'json');
  if (read.kind === 'error') return serverFailed(read.message);
  if (read.unknown.length > 0) return serverFailed(`strict decoding error: ${read.unknown.join(', ')}`);
  return { kind: 'decoded', object: read.object };
}
