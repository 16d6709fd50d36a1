import type { ResourceVersion, TypeCatalog } from '../catalog/catalog.ts';
import { type ManagedFieldsEntry, readEntries } from '../managedfields/entry.ts';
import { quote } from '../value/go-format.ts';
import { isMap, mapAt, stringAt, type Value, type ValueMap, withEntry } from '../value/value.ts';
import type { FieldValidation } from './options.ts';
import type { DecodedBody } from './request.ts';
import { badRequest, type Refusal } from './status.ts';
import { toHub } from './storage.ts';

/** An object that a request sent whole, at the version in memory. */
export interface SentObject {
  readonly kind: 'object';
  readonly object: ValueMap;
  /** The entries that the body holds; undefined where it has no list of them. */
  readonly entries: readonly ManagedFieldsEntry[] | undefined;
}

/**
 * Reads the body of a POST or PUT: decode, default, convert.
 * Upstream: apiserver pkg/endpoints/handlers/create.go, update.go, rest.go transformDecodeError.
 */
export function readSentObject(
  catalog: TypeCatalog,
  view: ResourceVersion,
  body: DecodedBody | undefined,
  validation: FieldValidation,
  warn: (text: string) => void,
): SentObject | Refusal {
  const kind = view.resource.kind;
  if (body === undefined || body.kind === 'malformed') {
    const why = body?.message ?? 'unexpected end of JSON input';
    const words = `couldn't get version/kind; json parse error: ${why}`;
    return badRequest(`the object provided is unrecognized (must be of type ${kind}): ${words}`);
  }
  if (!isMap(body.value)) {
    const words = `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonTypeName(body.value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`;
    return badRequest(`the object provided is unrecognized (must be of type ${kind}): ${words}`);
  }
  const object = withTypeMeta(body.value, view);
  const mismatch = typeMismatch(catalog, view, object);
  if (mismatch !== undefined) return mismatch;

  const decoded = view.decode(object, 'json');
  const handled = (why: string) =>
    badRequest(`${kind} in version ${quote(view.version)} cannot be handled as a ${kind}: ${why}`);
  if (decoded.kind === 'error') return handled(decoded.message);
  const complaints = [...body.duplicates, ...decoded.unknown];
  if (validation === 'Strict' && complaints.length > 0)
    return handled(`strict decoding error: ${complaints.join(', ')}`);
  if (validation === 'Warn') complaints.forEach(warn);
  const hub = toHub(view, view.setDefaults(decoded.object));
  if (hub.kind !== 'converted') return handled(hub.message);
  return { kind: 'object', object: hub.object, entries: sentEntries(view, object, hub.object) };
}

/**
 * The entries that a body holds. Built-in kinds keep an empty list apart from none; reading the metadata of a custom
 * resource drops it.
 */
export function sentEntries(
  view: ResourceVersion,
  sent: ValueMap,
  decoded: ValueMap,
): readonly ManagedFieldsEntry[] | undefined {
  const source = view.resource.origin === 'custom' ? decoded : sent;
  return readEntries(mapAt(source, 'metadata')?.get('managedFields'));
}

/** A body that does not say what it is, is what its path says. */
export function withTypeMeta(object: ValueMap, view: ResourceVersion): ValueMap {
  let named = object;
  if ((stringAt(object, 'kind') ?? '') === '') named = withEntry(named, 'kind', view.resource.kind);
  if ((stringAt(object, 'apiVersion') ?? '') === '') named = withEntry(named, 'apiVersion', view.apiVersion);
  return named;
}

function typeMismatch(catalog: TypeCatalog, view: ResourceVersion, object: ValueMap): Refusal | undefined {
  const apiVersion = stringAt(object, 'apiVersion') ?? '';
  const kind = stringAt(object, 'kind') ?? '';
  const expected = view.resource.kind;
  if (apiVersion === view.apiVersion && kind === expected) return undefined;
  if (kind === expected && catalog.findKind(apiVersion, kind) !== undefined) {
    return badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${view.apiVersion})`,
    );
  }
  const version = apiVersion.slice(apiVersion.lastIndexOf('/') + 1);
  const why =
    catalog.findKind(apiVersion, kind) === undefined
      ? `no kind ${quote(kind)} is registered for version ${quote(apiVersion)} in scheme "pkg/api/legacyscheme/scheme.go:30"`
      : `converting (${version}.${kind}) to (${packageOf(view)}.${expected}): unknown conversion`;
  return badRequest(`${kind} in version ${quote(version)} cannot be handled as a ${expected}: ${why}`);
}

function packageOf(view: ResourceVersion): string {
  return view.resource.group === '' ? 'core' : (view.resource.group.split('.')[0] ?? '');
}

/** A JSON type as encoding/json names it. */
export function jsonTypeName(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'object') return isMap(value) ? 'object' : 'array';
  return 'number';
}
