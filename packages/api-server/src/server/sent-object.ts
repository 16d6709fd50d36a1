import {
  byteLength,
  carryEarlier,
  compareStrings,
  type Decoded,
  formatJson,
  inKeyOrder,
  isMap,
  jsonTypeName,
  type ManagedFieldsEntry,
  mapAt,
  quote,
  readEntries,
  stringAt,
  textAt,
  utf8,
  type Value,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import {
  type CustomVersion,
  groupAndVersion,
  isCustom,
  type ResourceVersion,
  type TypeCatalog,
} from '../catalog/catalog.ts';
import { hasChange } from './changes.ts';
import { inDocumentOrder } from './document-order.ts';
import { unservedKinds } from './not-loaded.ts';
import type { FieldValidation } from './options.ts';
import type { ApiRequest, DecodedBody } from './request.ts';
import { scaleVersion, whyNoOldScale } from './scale-version.ts';
import { badRequest, type Refusal, unsupportedMediaType } from './status.ts';
import { toHub } from './storage.ts';
import { meetComplaints } from './view-change.ts';

/** The object in the body of a create or update, at the version in memory. */
export interface SentObject {
  readonly kind: 'object';
  readonly object: ValueMap;
  /** The managedFields of the body; undefined where it has no list of them. */
  readonly entries: readonly ManagedFieldsEntry[] | undefined;
}

/**
 * Reads the body of a POST or PUT: decodes, defaults and converts it.
 * Upstream: apiserver pkg/endpoints/handlers/create.go, update.go, rest.go transformDecodeError.
 */
export function readSentObject(
  catalog: TypeCatalog,
  view: ResourceVersion,
  request: Pick<ApiRequest, 'body' | 'bodyText' | 'contentType'>,
  validation: FieldValidation,
  warn: (text: string) => void,
): SentObject | Refusal {
  const { contentType = '', bodyText = '' } = request;
  const isYaml = /yaml/i.test(contentType);
  // An empty text of YAML is null.
  const body = request.body ?? (isYaml ? nothing : undefined);
  const kind = view.resource.kind;
  if (!isReadable(contentType)) return unsupportedMediaType(readableTypes);
  const unrecognized = (why: string) =>
    badRequest(`the object provided is unrecognized (must be of type ${kind}): ${why}${summary(request)}`);
  if (body === undefined || body.kind === 'malformed') {
    const isProtobuf = /protobuf/i.test(contentType);
    const why = body?.message ?? (isProtobuf ? 'empty data' : 'unexpected end of JSON input');
    // YAML and protobuf are read before anybody looks for a kind.
    return unrecognized(isYaml || isProtobuf ? why : `couldn't get version/kind; json parse error: ${why}`);
  }
  const written = isYaml ? inKeyOrder(body.value) : body.value;
  const value = written ?? new Map<string, Value>();
  if (!isMap(value)) return unrecognized(noObject(value));
  const whyUntyped = noTypeMeta(value);
  if (whyUntyped !== undefined) return unrecognized(whyUntyped);
  const asked = textAt(value, 'apiVersion');
  if (asked.split('/').length > 2) return unrecognized(`unexpected GroupVersion string: ${asked}`);
  if (isCustom(view) && textAt(value, 'kind') === '') {
    if (validation !== 'Ignore') return unrecognized(`Object 'Kind' is missing in '${bodyText}'`);
    const text = isYaml ? formatJson(written) : bodyText.trim();
    const version = ['', '/'].includes(asked) ? view.version : groupAndVersion(asked)[1];
    return badRequest(whyNotHandled(view, version, `Object 'Kind' is missing in '${text}'`));
  }
  const object = withTypeMeta(value, view);
  const [, version] = groupAndVersion(textAt(object, 'apiVersion'));
  const named = textAt(object, 'kind');
  const handled = (why: string) => badRequest(whyNotHandled(view, version, why, named));
  const mismatch = typeMismatch(catalog, view, object, bodyText, handled);
  if (mismatch !== undefined && !isCustom(view)) return mismatch;
  const decoded = isCustom(view) ? decodeCustom(view, object) : view.decode(object, 'json');
  const duplicates = isCustom(view) ? body.duplicates : body.duplicates.filter((text) => !isInRaw(text, kind));
  if (decoded.kind === 'error') return handled(decoded.message);
  const { unknown } = decoded;
  if (validation !== 'Ignore') {
    const repeated = isYaml && validation === 'Strict' ? asOne(duplicates) : duplicates;
    const text = isYaml || isCustom(view) ? undefined : request.bodyText;
    const complaints = inDocumentOrder(text, repeated, unknown);
    const refused = meetComplaints(complaints, validation, warn, handled);
    if (refused !== undefined) return refused;
  }
  if (mismatch !== undefined) return mismatch;
  const hub = toHub(view, view.setDefaults(decoded.object));
  if (hub.kind !== 'converted') return handled(hub.message);
  return { kind: 'object', object: hub.object, entries: sentEntries(view, object, hub.object) };
}

/** An empty body, as YAML reads it. */
export const nothing: DecodedBody = { kind: 'value', value: null, duplicates: [] };

function whyNotHandled({ resource }: ResourceVersion, version: string, why: string, kind = resource.kind): string {
  return `${kind} in version ${quote(version)} cannot be handled as a ${resource.kind}: ${why}`;
}

/**
 * Returns the managedFields of a body. An empty list counts for built-in kinds; for custom resources, decoding the
 * metadata drops it.
 */
export function sentEntries(
  view: ResourceVersion,
  sent: ValueMap,
  decoded: ValueMap,
): readonly ManagedFieldsEntry[] | undefined {
  const source = isCustom(view) ? decoded : sent;
  return readEntries(mapAt(source, 'metadata')?.get('managedFields'), !isCustom(view));
}

/**
 * Returns the beginning of a body as messages print it. Upstream: apiserver pkg/endpoints/handlers/rest.go
 * summarizeData.
 */
function summary({ body, bodyText }: Pick<ApiRequest, 'body' | 'bodyText'>): string {
  if (body === undefined) return ' (<empty>)';
  if (bodyText === undefined) return '';
  if (bodyText === '') return ' (<empty>)';
  const bytes = utf8(bodyText);
  const more = bytes.length > 30 ? ' ...' : '';
  if (bodyText.startsWith('{')) return ` (${firstBytes(bodyText, 30)}${more})`;
  const shown = Array.from(bytes.subarray(0, 30), (byte) => byte.toString(16).padStart(2, '0'));
  return ` (${shown.join('')}${more})`;
}

/** As much of a text as some bytes hold, with a sign for each byte of a character that does not fit. */
function firstBytes(text: string, count: number): string {
  let [shown, left] = ['', count];
  for (const character of text) {
    const size = byteLength(character);
    if (size > left) return shown + '\ufffd'.repeat(left);
    shown += character;
    left -= size;
  }
  return shown;
}

/** The types of bodies that a server reads. */
export const readableTypes = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];

/**
 * Whether the server reads bodies of a type.
 * Upstream: apiserver pkg/endpoints/handlers/negotiation/negotiate.go NegotiateInputSerializer, which parses the type by
 * mime.ParseMediaType.
 */
export function isReadable(contentType: string): boolean {
  if (contentType === '') return true;
  const end = contentType.search(/;|$/);
  const parameters = contentType.slice(end);
  if (!readableTypes.includes(contentType.slice(0, end).trim().toLowerCase()) || !areParameters.test(parameters))
    return false;
  const values = new Map<string, string>();
  return [...parameters.matchAll(parameter)].every(([, name, value]) => {
    const [key, text] = [String(name).toLowerCase(), String(value).replaceAll('"', '')];
    const isSame = (values.get(key) ?? text) === text;
    values.set(key, text);
    return isSame;
  });
}

const areParameters = /^(?:;\s*[\w!#$%&'*+.^`|~-]+\s*=\s*(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*")\s*)*;?\s*$/;
const parameter = /;\s*([^\s=;"]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;]+)/g;

/**
 * Whether a duplicate key stands where a decoder keeps the text as it is, or reads it by itself, so that nobody looks for any.
 * Upstream: apimachinery pkg/runtime RawExtension, pkg/apis/meta/v1 FieldsV1; apiextensions-apiserver pkg/apis/apiextensions/v1
 * marshal.go.
 */
function isInRaw(complaint: string, kind: string): boolean {
  return rawAnywhere.test(complaint) || rawOf[kind]?.test(complaint) === true;
}

const rawAnywhere = /metadata\.managedFields\[\d+]\.fieldsV1\.|]\.opaque\.parameters[.[]/;
const rawOf: Readonly<Record<string, RegExp>> = {
  ControllerRevision: /"data[.[]/,
  // What a schema says of fields of these names is read as any other.
  CustomResourceDefinition:
    /(?<!roperties|definitions)\.(?:items|additional(?:Items|Properties)|default|example|enum\[\d+]|dependencies\.[^.]+)[.[]/,
};

/** The complaints of strict decoding about duplicate keys of YAML, which are one. */
function asOne(duplicates: readonly string[]): readonly string[] {
  return duplicates.length === 0 ? [] : [`yaml: unmarshal errors:${duplicates.map((line) => `\n  ${line}`).join('')}`];
}

/**
 * Writes the apiVersion of a body as Go does, and adds kind and apiVersion from the path to that of a built-in kind which lacks them.
 * Upstream: apimachinery pkg/runtime/serializer/json/json.go gvkWithDefaults, pkg/runtime/schema/group_version.go.
 */
export function withTypeMeta(object: ValueMap, view: ResourceVersion): ValueMap {
  const sent = textAt(object, 'apiVersion');
  const isVersionless = !isCustom(view) && lacksVersion(sent, view);
  const apiVersion = isVersionless ? view.apiVersion : sent.replace(/^\//, '');
  const isKindless = !isCustom(view) && textAt(object, 'kind') === '';
  const named = isKindless ? withEntry(object, 'kind', view.resource.kind) : object;
  return carryEarlier(object, withEntry(named, 'apiVersion', apiVersion));
}

/** Whether an apiVersion names no version, and either no group or that of a kind. */
export function lacksVersion(apiVersion: string, { resource: { group } }: ResourceVersion): boolean {
  return ['', '/', `${group}/`].includes(apiVersion);
}

/** Says that an apiVersion names a group alone. Upstream: apimachinery pkg/runtime/error.go missingVersionErr. */
export function missingVersion(text: string): string {
  return `Object 'apiVersion' is missing in '${text}'`;
}

function typeMismatch(
  catalog: TypeCatalog,
  view: ResourceVersion,
  object: ValueMap,
  bodyText: string,
  handled: (why: string) => Refusal,
): Refusal | undefined {
  const apiVersion = textAt(object, 'apiVersion');
  const kind = textAt(object, 'kind');
  const isKind = kind === view.resource.kind;
  // Another kind of custom resource is only refused by validation.
  if (apiVersion === view.apiVersion && (isKind || isCustom(view))) return undefined;
  if (isCustom(view) || (isKind && isRegistered(catalog, apiVersion, kind, view))) {
    const unread = view === scaleVersion ? whyNoOldScale(object) : undefined;
    if (unread !== undefined) return handled(unread);
    return badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${view.apiVersion})`,
    );
  }
  return handled(apiVersion.endsWith('/') ? missingVersion(bodyText) : readAsNamed(catalog, view, object).why);
}

/** Why an object is none of a kind, and whether it can be read as what it names. */
interface NamedOtherwise {
  readonly isRead: boolean;
  readonly why: string;
}

/** Decodes an object of another kind or version as the kind that it names, and says why it is none of a built-in kind all the same. */
export function readAsNamed(catalog: TypeCatalog, view: ResourceVersion, object: ValueMap): NamedOtherwise {
  const [apiVersion, kind] = [textAt(object, 'apiVersion'), textAt(object, 'kind')];
  if (!isRegistered(catalog, apiVersion, kind, view)) {
    return { isRead: false, why: notRegistered(catalog, apiVersion, kind) };
  }
  const isScale = apiVersion === scaleVersion.apiVersion && kind === scaleVersion.resource.kind;
  const read = (isScale ? scaleVersion : catalog.findKind(apiVersion, kind))?.decode(object, 'json');
  if (read?.kind === 'error') return { isRead: false, why: read.message };
  return { isRead: true, why: unknownConversion(view, apiVersion, kind) };
}

/** Returns why an object of another kind or version cannot be read as a built-in kind. */
export function whyNotRead(catalog: TypeCatalog, view: ResourceVersion, apiVersion: string, kind: string): string {
  return isRegistered(catalog, apiVersion, kind, view)
    ? unknownConversion(view, apiVersion, kind)
    : notRegistered(catalog, apiVersion, kind);
}

function unknownConversion(view: ResourceVersion, apiVersion: string, kind: string): string {
  const version = unversioned.has(kind) || ofEveryVersion.has(kind) ? 'v1' : groupAndVersion(apiVersion)[1];
  return `converting (${version}.${kind}) to (${packageOf(view)}.${view.resource.kind}): unknown conversion`;
}

/** Says that a server has no such kind. Upstream: apimachinery pkg/runtime/error.go notRegisteredErr. */
export function notRegistered(catalog: TypeCatalog, apiVersion: string, kind: string): string {
  return `no kind ${quote(kind)} is registered for version ${quote(apiVersion)} in scheme ${schemeName(catalog)}`;
}

/** The scheme of all kinds as errors name it: by the line of code that makes it. Upstream: apimachinery pkg/runtime/scheme.go NewScheme. */
export function schemeName(catalog: TypeCatalog): string {
  const line = hasChange('schemeAtLine111', catalog) && !hasChange('schemeAtLine110Again', catalog) ? 111 : 110;
  return `"pkg/runtime/scheme.go:${line}"`;
}

/** Kinds that are the same at every version. Upstream: apimachinery pkg/apis/meta/v1/register.go, AddUnversionedTypes. */
const unversioned: ReadonlySet<string> = new Set([
  ...['Status', 'APIVersions', 'APIGroup', 'APIGroupList', 'APIResourceList'],
]);

/** Kinds that every version of a group has. Upstream: register.go AddToGroupVersion. */
const ofEveryVersion: ReadonlySet<string> = new Set([
  ...['WatchEvent', 'ListOptions', 'GetOptions', 'DeleteOptions', 'CreateOptions', 'UpdateOptions', 'PatchOptions'],
]);

/** Groups of servers inside kube-apiserver that know no kinds of other groups. */
const apart = ['apiextensions.k8s.io', 'apiregistration.k8s.io'];

/** Whether the server of the endpoint knows a kind. */
function isRegistered(catalog: TypeCatalog, apiVersion: string, kind: string, view: ResourceVersion): boolean {
  if (unversioned.has(kind)) return true;
  const own = view.resource.group;
  // The server of definitions reads its watches by its own scheme. Upstream: apiextensions-apiserver pkg/apiserver/apiserver.go.
  if (kind === 'WatchEvent' && own === 'apiextensions.k8s.io') return true;
  const isKnownGroup = (group: string) => group === own || !(apart.includes(group) || apart.includes(own));
  const found = catalog.findKind(apiVersion, kind);
  if (found !== undefined) return !isCustom(found) && isKnownGroup(found.resource.group);
  const { knowsUnserved, knowsVersion } = unservedKinds();
  if (!ofEveryVersion.has(kind)) return knowsUnserved(catalog, apiVersion, kind, isKnownGroup);
  return knowsVersion(catalog, apiVersion) && (apiVersion === 'v1' || isKnownGroup(groupAndVersion(apiVersion)[0]));
}

const ofEveryObject = ['apiVersion', 'kind', 'metadata'];

/**
 * Decodes a custom resource as the kind that it names, whatever the path asks for. Nothing of another kind than that of the
 * definition is pruned; of a version that the definition does not declare, every field counts as unknown.
 * Upstream: apiextensions-apiserver pkg/apiserver/customresource_handler.go schemaCoercingDecoder, unstructuredDefaulter.
 */
export function decodeCustom(view: CustomVersion, object: ValueMap): Decoded {
  const { resource } = view;
  const apiVersion = textAt(object, 'apiVersion');
  const [group, version] = groupAndVersion(apiVersion);
  const isOfKind = group === resource.group && stringAt(object, 'kind') === resource.kind;
  const declared = isOfKind ? resource.versions.get(version) : undefined;
  if (declared !== undefined) return declared.decode(object, 'json');
  const bare = view.decode(new Map([...object].filter(([key]) => ofEveryObject.includes(key))), 'json');
  if (bare.kind === 'error') return bare;
  const others = [...object].filter(([key]) => !ofEveryObject.includes(key));
  if (!isOfKind) return { ...bare, object: new Map([...bare.object, ...others]) };
  const unknown = others.map(([key]) => key).sort(compareStrings);
  return { ...bare, unknown: [...bare.unknown, ...unknown.map((key) => `unknown field ${quote(key)}`)] };
}

function packageOf(view: ResourceVersion): string {
  return view.resource.group.replace(/\..*/, '') || 'core';
}

/** Words the error about a body that is no object. */
export function noObject(value: Value): string {
  const type =
    'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
  const why = `json: cannot unmarshal ${jsonTypeName(value)} into Go value of type ${type}`;
  return `couldn't get version/kind; json parse error: ${why}`;
}

/** Words the error about the first of kind and apiVersion that is no text; undefined where there is none. */
export function noTypeMeta(object: ValueMap): string | undefined {
  for (const [field, value] of object) {
    if ((field !== 'apiVersion' && field !== 'kind') || value === null || typeof value === 'string') continue;
    const why = `json: cannot unmarshal ${jsonTypeName(value)} into Go struct field .${field} of type string`;
    return `couldn't get version/kind; json parse error: ${why}`;
  }
  return undefined;
}
