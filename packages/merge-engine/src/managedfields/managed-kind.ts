import { excluding, type Filter } from '../fieldpath/filter.ts';
import type { ConvertedObject, Converter } from '../merge/converter.ts';
import type { Atom } from '../schema/atom.ts';
import { asTyped } from '../typed/typed.ts';
import { validationErrorsToString } from '../typed/validation-error.ts';
import { isList, isMap, stringAt, type Value, type ValueMap } from '../value/value.ts';
import { type Converted, describeKind, type KindVersion } from './kind.ts';

/** What the steps need to know of a kind, at the version of a request. */
export interface ManagedKind {
  /** `apps/v1` */
  readonly apiVersion: string;
  readonly kind: string;
  readonly subresource: string;
  readonly type: Atom;
  readonly converter: Converter;
  /** The fields that nobody owns, by API version. */
  ignored(apiVersion: string): Filter | undefined;
  /** An object of this kind that has nothing yet, at the request's version. */
  readonly empty: ValueMap;
  /** From the version at which the server holds objects in memory to the request's, and back. */
  toRequested(object: ValueMap): Converted;
  /** The same for an update, which compares atomic values as they are in memory: there an empty list is not none. */
  toCompared(object: ValueMap): Converted;
  toHub(object: ValueMap): Converted;
  /**
   * Why an object that was not read into a struct cannot be converted, in the converter's words: so it is with the
   * Scale of a custom resource, which therefore cannot be applied to.
   */
  readonly unconvertible?: string;
  /** An update that cannot be recorded leaves managedFields as they were; without it, there are none then. */
  readonly keepsManagedFields?: boolean;
  /** A merged object as the kind's decoder leaves it, with defaults. */
  decodeMerged(object: ValueMap): Converted;
}

/** The steps' view of a resource at the version of a request, through its main resource ('') or a subresource. */
export function managedKind(version: KindVersion, subresource: string): ManagedKind {
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
    converter: converterOf(version),
    ignored(at) {
      // The main resource of a custom kind only tells the reset fields of the request's own version.
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

/** An object of a kind that keeps what is empty, as it is compared. */
function asWritten(version: KindVersion, object: ValueMap): ValueMap {
  const written = version.encode?.(object);
  if (written === undefined) return object;
  const compared = withAtomicEmpties(written, object, version.type);
  return isMap(compared) ? compared : written;
}

/**
 * The version at which the server holds objects in memory: that of the request for custom resources, the stored one
 * for built-in kinds. Upstream: RequestScope.HubGroupVersion.
 */
export function hubVersion(version: KindVersion): KindVersion {
  if (version.resource.origin === 'custom') return version;
  return version.resource.versions.get(version.resource.storageVersion) ?? version;
}

/** An object that only says what it is, with the zero fields that its kind always writes. */
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
    if (candidate.apiVersion === apiVersion) return candidate;
  }
  return undefined;
}

/**
 * Converts typed objects between the versions of a resource, and holds them against the schema of the new one.
 * Upstream: apimachinery pkg/util/managedfields/internal/versionconverter.go.
 */
function converterOf(version: KindVersion): Converter {
  return {
    convert(object, apiVersion): ConvertedObject {
      const value = isMap(object.value) ? object.value : new Map();
      if (stringAt(value, 'apiVersion') === apiVersion) return { kind: 'converted', typed: object };
      const target = versionAt(version, apiVersion);
      if (target === undefined) return missing(version, apiVersion);
      const converted = version.resource.convert(value, target.version);
      if (converted.kind !== 'converted') return converted;
      const typed = asTyped(converted.object, target.type, { allowDuplicates: false });
      if (typed.kind === 'invalid') return { kind: 'error', message: validationErrorsToString(typed.errors) };
      return { kind: 'converted', typed: typed.typed };
    },
  };
}

/** Built-in kinds forget a version that they do not have; the converter of custom resources fails over it. */
function missing(version: KindVersion, apiVersion: string): ConvertedObject {
  return version.resource.origin === 'builtin'
    ? {
        kind: 'missing-version',
        message: `no kind "${version.resource.kind}" is registered for version "${apiVersion}"`,
      }
    : { kind: 'error', message: `request to convert CR to an invalid group/version: ${apiVersion}` };
}

/**
 * A written object whose lists that are compared as a whole, atomic ones and those inside of atomic maps, are as they
 * were in memory: in their items a change from none to an empty list or map counts, as Go's values are compared.
 * Elsewhere what is empty and left out is not there; maps are compared by what is written in them.
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
