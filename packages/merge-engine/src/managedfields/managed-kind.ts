import { excluding, type Filter } from '../fieldpath/filter.ts';
import type { ConvertedObject, Converter } from '../merge/converter.ts';
import type { Atom } from '../schema/atom.ts';
import type { MergeLibrary } from '../schema/library.ts';
import { asTyped } from '../typed/typed.ts';
import { validationErrorsToString } from '../typed/validation-error.ts';
import { isList, isMap, stringAt, type Value, type ValueMap } from '../value/value.ts';
import { type Converted, describeKind, type KindVersion } from './kind.ts';

/** What the field manager knows of a kind at the version of a request. */
export interface ManagedKind {
  /** `apps/v1` */
  readonly apiVersion: string;
  readonly kind: string;
  readonly subresource: string;
  readonly type: Atom;
  readonly converter: Converter;
  /** The fields that nobody owns, by API version. */
  ignored(apiVersion: string): Filter | undefined;
  /** An empty object of this kind at the request's version. */
  readonly empty: ValueMap;
  /** Converts an object from the hub version to the request's version. */
  toRequested(object: ValueMap): Converted;
  /**
   * The same for an update, which compares atomic values as they are in memory, where an empty list differs from none.
   */
  toCompared(object: ValueMap): Converted;
  /** Converts an object to the hub version. */
  toHub(object: ValueMap): Converted;
  /**
   * The converter's message where objects of the kind cannot be converted. The Scale of a custom resource has it, and
   * therefore cannot be applied to.
   */
  readonly unconvertible?: string;
  /** Whether an update that cannot be recorded leaves managedFields as they were. Otherwise it removes them. */
  readonly keepsManagedFields?: boolean;
  /** The release of structured-merge-diff that merges; absent: `usualLibrary`. */
  readonly library?: MergeLibrary;
  /** Decodes a merged object by the kind's decoder, and sets defaults. */
  decodeMerged(object: ValueMap): Converted;
}

/**
 * Makes the field manager's view of a kind at the version of a request, through its main resource ('') or a
 * subresource, with the release of structured-merge-diff that merges.
 */
export function managedKind(version: KindVersion, subresource: string, library?: MergeLibrary): ManagedKind {
  const { resource, apiVersion } = version;
  const hub = hubVersion(version);
  const convert = (object: ValueMap, to: KindVersion): Converted =>
    stringAt(object, 'apiVersion') === to.apiVersion
      ? { kind: 'converted', object }
      : resource.convert(object, to.version);
  return {
    apiVersion,
    kind: resource.kind,
    subresource,
    type: version.type,
    converter: converterOf(version, library),
    ...(library === undefined ? {} : { library }),
    ignored(at) {
      // A custom kind has the reset fields of its main resource only for the request's own version.
      if (resource.origin === 'custom' && subresource === '' && at !== apiVersion) return undefined;
      const fields = versionAt(version, at)?.resetFields(subresource);
      return fields === undefined ? undefined : excluding(fields);
    },
    get empty() {
      return emptyObject(version);
    },
    toRequested: (object) => convert(version.encode?.(object) ?? object, version),
    toCompared: (object) => convert(asWritten(version, object), version),
    toHub: (object) => convert(object, hub),
    decodeMerged(object) {
      if (resource.origin === 'custom') return { kind: 'converted', object: version.setDefaults(object) };
      const decoded = version.decode(object, 'unstructured');
      if (decoded.kind === 'error') {
        const message = `unable to convert unstructured object to ${describeKind(object)}: ${decoded.message}`;
        return { kind: 'error', message };
      }
      return { kind: 'converted', object: version.setDefaults(decoded.object) };
    },
  };
}

/** The object in the form in which an update compares it: see `withAtomicEmpties`. */
function asWritten(version: KindVersion, object: ValueMap): ValueMap {
  const written = version.encode?.(object);
  if (written === undefined) return object;
  const compared = withAtomicEmpties(written, object, version.type);
  return isMap(compared) ? compared : written;
}

/**
 * The version at which the server holds objects in memory: for custom resources that of the request, for built-in kinds
 * the stored one.
 * Upstream: RequestScope.HubGroupVersion.
 */
export function hubVersion(version: KindVersion): KindVersion {
  if (version.resource.origin === 'custom') return version;
  return version.resource.versions.get(version.resource.storageVersion) ?? version;
}

/** An object with apiVersion, kind and the zero fields that its kind always writes. */
export function emptyObject(version: KindVersion): ValueMap {
  return (
    version.zero ??
    new Map([
      ['apiVersion', version.apiVersion],
      ['kind', version.resource.kind],
    ])
  );
}

function versionAt(version: KindVersion, apiVersion: string): KindVersion | undefined {
  for (const candidate of version.resource.versions.values()) {
    if (candidate.apiVersion === apiVersion && candidate.heldOnly !== true) return candidate;
  }
  return undefined;
}

/**
 * Converts typed objects between the versions of a resource, and validates them by the schema of the new version.
 * Upstream: apimachinery pkg/util/managedfields/internal/versionconverter.go.
 */
function converterOf(version: KindVersion, library: MergeLibrary | undefined): Converter {
  return {
    convert(object, apiVersion): ConvertedObject {
      const value = isMap(object.value) ? object.value : new Map();
      if (stringAt(value, 'apiVersion') === apiVersion) return { kind: 'converted', typed: object };
      const target = versionAt(version, apiVersion);
      if (target === undefined) return missing(version, apiVersion);
      const converted = version.resource.convert(value, target.version);
      if (converted.kind !== 'converted') return converted;
      const typed = asTyped(converted.object, target.type, { allowDuplicates: false, library });
      if (typed.kind === 'invalid') return { kind: 'error', message: validationErrorsToString(typed.errors) };
      return { kind: 'converted', typed: typed.typed };
    },
  };
}

/** The answer for a version that a kind does not have: missing for built-in kinds, an error for custom resources. */
function missing(version: KindVersion, apiVersion: string): ConvertedObject {
  if (apiVersion.split('/').length > 2) {
    return { kind: 'error', message: `unexpected GroupVersion string: ${apiVersion}` };
  }
  return version.resource.origin === 'builtin'
    ? {
        kind: 'missing-version',
        message: `no kind "${version.resource.kind}" is registered for version "${apiVersion}"`,
      }
    : { kind: 'error', message: `request to convert CR to an invalid group/version: ${apiVersion}` };
}

/**
 * Returns an encoded object in which lists that are compared as a whole are as they are in memory: atomic lists, and
 * lists inside atomic maps. They are compared as Go values, for which an empty list or map inside an item differs from
 * none. Everything else is compared as it is encoded.
 * Upstream: structured-merge-diff v6 typed/compare.go doLeaf, value/listreflect.go and structreflect.go EqualsUsing.
 */
export function withAtomicEmpties(written: Value, held: Value | undefined, type: Atom | undefined): Value {
  if (written === held) return written;
  if (isMap(written) && isMap(held)) {
    const map = type?.map?.relationship === 'atomic' ? undefined : type?.map;
    const made = new Map<string, Value>();
    for (const [key, value] of written) {
      made.set(key, withAtomicEmpties(value, held.get(key), map?.fields.get(key)?.type ?? map?.element));
    }
    return made;
  }
  if (isList(written) && isList(held) && written.length === held.length) {
    const list = type?.list;
    if (list === undefined || list.relationship === 'atomic') return held;
    return written.map((item, index) => withAtomicEmpties(item, held[index], list.element));
  }
  return written;
}
