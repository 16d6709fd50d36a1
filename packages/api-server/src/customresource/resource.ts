import {
  type Converted,
  type FieldSet,
  fieldElement,
  setOf,
  textAt,
  typeFromStructuralSchema,
  type ValueMap,
  withEntry,
  writtenCustomSchema,
} from '@managed-fields/merge-engine';
import type { CustomResource, CustomVersion, Subresource, TypeCatalog } from '../catalog/catalog.ts';
import { compareVersions, type Definition, type DefinitionVersion } from './definition.ts';
import { deprecationWarnings } from './definition-warnings.ts';
import { pathNames } from './scale-rules.ts';
import { customResourceStrategy } from './strategy.ts';
import { type VersionSchema, versionSchema } from './version-schema.ts';

/**
 * Makes the resource that an accepted definition declares, with all its versions. Upstream:
 * k8s.io/apiextensions-apiserver pkg/apiserver/customresource_handler.go getOrCreateServingInfoFor.
 */
export function resourceOf(definition: Definition): CustomResource {
  const declared = definition.versions ?? [];
  const storage = declared.find((version) => version.storage) ?? declared[0];
  if (storage === undefined) throw new Error('a definition without versions was accepted');
  const schemas = new Map<string, VersionSchema>();
  const { group, names, conversion } = definition;
  const versions = new Map<string, CustomVersion>();
  const convert = (object: ValueMap, to: string) => convertByName(object, to, group, schemas);
  const resource: CustomResource = {
    group,
    plural: names.plural,
    singular: names.singular,
    kind: names.kind,
    namespaced: definition.scope === 'Namespaced',
    origin: 'custom',
    storageVersion: storage.name,
    versions,
    unmodelled: conversion.strategy === 'Webhook' ? ['conversion'] : [],
    convert,
  };
  const codec: StorageCodec = { schemas, storage: storage.name, convert };
  for (const version of declared) {
    const schema = versionSchema(version, definition.preserveUnknownFields);
    schemas.set(version.name, schema);
    versions.set(version.name, resourceVersion(definition, version, resource, schema, codec));
  }
  return resource;
}

/** The functions and schemas for reading and writing stored objects. */
interface StorageCodec {
  readonly schemas: ReadonlyMap<string, VersionSchema>;
  readonly storage: string;
  convert(object: ValueMap, to: string): Converted;
}

/**
 * Converts an object by changing its apiVersion alone.
 * Upstream: pkg/apiserver/conversion/converter.go, nop_converter.go.
 */
function convertByName(object: ValueMap, to: string, group: string, declared: ReadonlyMap<string, unknown>): Converted {
  const from = textAt(object, 'apiVersion');
  if (!declared.has(to)) return invalidVersion('to', `${group}/${to}`);
  if (!from.startsWith(`${group}/`) || !declared.has(versionName(from))) return invalidVersion('from', from);
  return { kind: 'converted', object: withEntry(object, 'apiVersion', `${group}/${to}`) };
}

function invalidVersion(direction: 'to' | 'from', apiVersion: string): Converted {
  const article = direction === 'to' ? 'to an' : 'from an';
  return { kind: 'error', message: `request to convert CR ${article} invalid group/version: ${apiVersion}` };
}

function versionName(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}

function resourceVersion(
  definition: Definition,
  version: DefinitionVersion,
  resource: CustomResource,
  schema: VersionSchema,
  codec: StorageCodec,
): CustomVersion {
  return {
    resource,
    version: version.name,
    apiVersion: `${definition.group}/${version.name}`,
    type: typeFromStructuralSchema(version.schemaValue, { preserveUnknownFields: definition.preserveUnknownFields }),
    written: writtenCustomSchema(version.schemaValue),
    subresources: subresourcesOf(version),
    resetFields: (subresource) => resetFieldsOf(version, subresource),
    decode: (object, source) => (source === 'storage' ? schema.repair(object) : schema.decode(object)),
    setDefaults: (object) => schema.setDefaults(object),
    patchType: undefined,
    printerColumns: version.printerColumns,
    selectableFields: version.selectableFields.map((path) => path.replace(/^\./, '')),
    served: version.served,
    strategy: customResourceStrategy(definition, version, schema.schema),
    fromStored: (stored) => fromStored(stored, version.name, schema, codec),
    toStored: (object) => toStored(object, version.name, codec),
    warnings: deprecationWarnings(definition, version),
  };
}

function subresourcesOf({ hasStatus, scale }: DefinitionVersion): ReadonlyMap<string, Subresource> {
  const subresources = new Map<string, Subresource>();
  if (hasStatus) subresources.set('status', { kind: 'status' });
  if (scale === undefined) return subresources;
  return subresources.set('scale', {
    kind: 'scale',
    specReplicas: pathNames(scale.specReplicas),
    statusReplicas: pathNames(scale.statusReplicas),
    selector: scale.labelSelector ? pathNames(scale.labelSelector) : undefined,
  });
}

const statusField = setOf([fieldElement('status')]);
const allButStatusFields = setOf([fieldElement('metadata')], [fieldElement('spec')]);

/** Upstream: pkg/registry/customresource/strategy.go, status_strategy.go GetResetFields. */
function resetFieldsOf(version: DefinitionVersion, subresource: string): FieldSet | undefined {
  if (!version.hasStatus || (!version.served && !version.storage)) return undefined;
  if (subresource === '') return statusField;
  return subresource === 'status' ? allButStatusFields : undefined;
}

/**
 * Decodes and defaults an object at the version in which it was stored, converts it, and prunes it by the target
 * version.
 */
function fromStored(stored: ValueMap, to: string, target: VersionSchema, codec: StorageCodec): Converted {
  const from = codec.schemas.get(versionName(textAt(stored, 'apiVersion')));
  if (from === undefined) return codec.convert(stored, to);
  const read = from.repair(stored);
  if (read.kind === 'error') return read;
  const converted = codec.convert(from.setDefaults(read.object), to);
  return converted.kind === 'converted' ? decoded(target, converted.object) : converted;
}

/** Converts an object to the storage version and prunes it. At the storage version it stays as it is. */
function toStored(object: ValueMap, from: string, codec: StorageCodec): Converted {
  if (from === codec.storage) return { kind: 'converted', object };
  const converted = codec.convert(object, codec.storage);
  const target = codec.schemas.get(codec.storage);
  return converted.kind === 'converted' && target !== undefined ? decoded(target, converted.object) : converted;
}

function decoded(schema: VersionSchema, object: ValueMap): Converted {
  const read = schema.decode(object);
  return read.kind === 'decoded' ? { kind: 'converted', object: read.object } : read;
}

/** Upstream: customresource_handler.go, discovery of a custom kind. */
const customVerbs = 'delete,deletecollection,get,list,patch,create,update,watch'.split(',');

/** Makes the catalog of one resource, with its served versions only. */
export function catalogOfResource(
  resource: CustomResource,
  shortNames: readonly string[],
  categories: readonly string[] = [],
): TypeCatalog {
  const { group, plural, singular, kind, namespaced } = resource;
  const served = [...resource.versions.values()].filter((version) => version.served);
  return {
    find(group, version, plural) {
      if (group !== resource.group || plural !== resource.plural) return undefined;
      return served.find((each) => each.version === version);
    },
    findKind(apiVersion, kind) {
      return kind === resource.kind ? served.find((each) => each.apiVersion === apiVersion) : undefined;
    },
    isBuiltinGroup: () => false,
    names() {
      const [preferred] = served.map(({ version }) => version).sort((a, b) => compareVersions(b, a));
      if (preferred === undefined) return [];
      const names = { group, plural, singular, kind, shortNames, namespaced, preferredVersion: preferred };
      return [{ ...names, verbs: customVerbs, categories }];
    },
  };
}
