import {
  type AdmissionAttributes,
  catalogOf,
  isCustom,
  noObject,
  noTypeMeta,
  notRegistered,
  type ResourceVersion,
  schemeName,
  type TypeCatalog,
} from '@managed-fields/api-server';
import { type CelValue, isCelList, isMade, wrongTypeNames } from '@managed-fields/api-server/cel';
import {
  applyJsonPatch,
  formatJson,
  isMap,
  quote,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Activation, evaluated } from './activation.ts';
import { hasChange } from './changes.ts';
import type { CompiledMutation } from './compiled.ts';
import { jsonValue } from './json-value.ts';
import { decodedAs, type Failed, type Patched, patchFailed, serverFailed } from './patched.ts';

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
  if (patched.message.endsWith(': test failed')) return decodedAs(kind, object);
  return patchFailed(`JSON Patch: ${patched.message}`);
}

function operationOf(item: CelValue, objectsInLists: boolean): Map<string, Value> | Failed {
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
  if (wrongNames.length > 0) return patchFailed(`type mismatch: ${wrongNames.join('\n')}`);
  const json = jsonValue(value, objectsInLists);
  if (json.kind === 'json') return operation.set('value', json.value);
  const words = `JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${json.message}`;
  return json.kind === 'panic' ? serverFailed(json.message) : patchFailed(words);
}

/**
 * Decodes a patched document as the kind that it names, or where it does not that of its object.
 * Upstream: apimachinery pkg/runtime/serializer/json/json.go Decode.
 */
function decoded(value: Value, kind: ResourceVersion, { cluster }: AdmissionAttributes): Patched {
  if (!isMap(value)) return serverFailed(noObject(value));
  const untyped = noTypeMeta(value);
  if (untyped !== undefined) return serverFailed(untyped);
  if (isCustom(kind)) {
    if (!stringAt(value, 'kind'))
      return serverFailed(`Object 'Kind' is missing in '${formatJson(value, { sortKeys: true })}'`);
    return decodedAs(kind, value);
  }
  const named = stringAt(value, 'kind') || kind.resource.kind;
  const apiVersion = stringAt(value, 'apiVersion') || kind.apiVersion;
  const isSame = named === kind.resource.kind && apiVersion === kind.apiVersion;
  const catalog = catalogOf(cluster);
  const found = isSame ? kind : catalog.findKind(apiVersion, named);
  if (found === undefined || isCustom(found)) return serverFailed(notRegistered(catalog, apiVersion, named));
  const read = found.decode(new Map(value).set('kind', named).set('apiVersion', apiVersion), 'json');
  if (read.kind === 'error') return serverFailed(read.message);
  if (read.unknown.length > 0) return serverFailed(`strict decoding error: ${read.unknown.join(', ')}`);
  return found === kind
    ? { kind: 'patched', object: kind.setDefaults(read.object) }
    : unconverted(found, kind, catalog);
}

/** The error of a patch that makes an object of another kind or version. Upstream: apimachinery pkg/runtime/scheme.go. */
function unconverted(from: ResourceVersion, to: ResourceVersion, catalog: TypeCatalog): Patched {
  const named = `${from.version}.${from.resource.kind}`;
  const { group, kind } = to.resource;
  if (from.resource.group !== group) {
    const scheme = schemeName(catalog);
    return patchFailed(`${named} is not suitable for converting to ${quote(to.apiVersion)} in scheme ${scheme}`);
  }
  if (from.version !== to.version) return patchFailed(unknownConversion(from, to));
  const inMemory = group === '' ? 'core' : group.replace(/\..*/, '');
  return serverFailed(`failed to convert object: converting (${named}) to (${inMemory}.${kind}): unknown conversion`);
}

/** The server's error for an object of a kind that it cannot make one of another version of. */
export function unknownConversion(from: ResourceVersion, to: ResourceVersion): string {
  const named = ({ version, resource }: ResourceVersion) => `(${version}.${resource.kind})`;
  return `converting ${named(from)} to ${named(to)}: unknown conversion`;
}
