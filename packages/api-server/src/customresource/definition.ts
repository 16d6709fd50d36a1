import {
  compareStrings,
  equals,
  isList,
  isMap,
  listAt,
  mapAt,
  remembered,
  stringAt,
  textAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { definitionShape } from './definition-shape.ts';
import { readAsGoStruct } from './go-shape.ts';
import { type JsonSchema, readJsonSchema } from './json-schema.ts';

/**
 * A decoded CustomResourceDefinition with the server's defaults.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/v1/types.go, defaults.go.
 */
export interface Definition {
  readonly metadata: ValueMap;
  readonly name: string;
  readonly group: string;
  readonly scope: string;
  readonly names: DefinitionNames;
  readonly preserveUnknownFields: boolean;
  readonly conversion: Conversion;
  /** Undefined where spec.versions is absent or null. */
  readonly versions: readonly DefinitionVersion[] | undefined;
  /** The undecoded versions, by which they are compared. */
  readonly versionMaps: readonly ValueMap[];
}

/** `spec.names`, singular and listKind defaulted. */
export interface DefinitionNames {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

/** `spec.conversion`; strategy None when absent. */
export interface Conversion {
  readonly strategy: string;
  readonly clientConfig: ValueMap | undefined;
  readonly reviewVersions: readonly string[];
}

/** One of `spec.versions`. */
export interface DefinitionVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  readonly deprecationWarning: string | undefined;
  readonly schema: JsonSchema | undefined;
  /** The undecoded schema, from which the type for ownership is made. */
  readonly schemaValue: ValueMap | undefined;
  readonly hasStatus: boolean;
  readonly scale: ScalePaths | undefined;
  readonly printerColumns: readonly ValueMap[];
  readonly selectableFields: readonly string[];
}

/** The paths of `subresources.scale`, such as `.spec.replicas`. */
export interface ScalePaths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  readonly labelSelector: string | undefined;
}

/** The result of reading a definition. */
export type DefinitionReading =
  | {
      readonly kind: 'definition';
      readonly crd: ValueMap;
      readonly definition: Definition;
      readonly unknown: readonly string[];
    }
  | { readonly kind: 'malformed'; readonly message: string };

/**
 * Reads a CustomResourceDefinition. `unknown` are the paths of fields that strict field validation rejects; `malformed`
 * is the message of the server's 400.
 */
export function readDefinition(crd: Value): DefinitionReading {
  const { error, unknown } = readAsGoStruct(crd, definitionShape);
  const kind = (isMap(crd) && stringAt(crd, 'kind')) || 'CustomResourceDefinition';
  if (error !== undefined || !isMap(crd)) {
    const message = `${kind} in version "v1" cannot be handled as a CustomResourceDefinition: ${error ?? 'not an object'}`;
    return { kind: 'malformed', message };
  }
  return { kind: 'definition', crd, definition: definitionOf(crd), unknown };
}

/** Reads the definition of an object whose fields have the right types. */
export const definitionOf = remembered((crd: ValueMap): Definition => {
  const spec = mapAt(crd, 'spec') ?? new Map<string, Value>();
  const metadata = mapAt(crd, 'metadata') ?? new Map<string, Value>();
  const versions = listAt(spec, 'versions')?.map((version): ValueMap => (isMap(version) ? version : new Map()));
  return {
    metadata,
    name: textAt(metadata, 'name'),
    group: textAt(spec, 'group'),
    scope: textAt(spec, 'scope'),
    names: withDefaults(readNames(mapAt(spec, 'names'))),
    preserveUnknownFields: spec.get('preserveUnknownFields') === true,
    conversion: readConversion(mapAt(spec, 'conversion')),
    versions: versions?.map(readVersion),
    versionMaps: versions ?? [],
  };
});

/** Reads the names of a definition without defaults: `spec.names`, `status.acceptedNames`. */
export function readNames(names: ValueMap | undefined): DefinitionNames {
  return {
    plural: textAt(names, 'plural'),
    singular: textAt(names, 'singular'),
    kind: textAt(names, 'kind'),
    listKind: textAt(names, 'listKind'),
    shortNames: strings(names, 'shortNames'),
    categories: strings(names, 'categories'),
  };
}

/** Upstream: pkg/apis/apiextensions/v1/defaults.go SetDefaults_CustomResourceDefinitionSpec. */
function withDefaults(names: DefinitionNames): DefinitionNames {
  const { kind, singular, listKind } = names;
  return {
    ...names,
    singular: singular || kind.toLowerCase(),
    listKind: listKind || (kind === '' ? '' : `${kind}List`),
  };
}

function readConversion(conversion: ValueMap | undefined): Conversion {
  const webhook = mapAt(conversion, 'webhook');
  return {
    strategy: conversion === undefined ? 'None' : textAt(conversion, 'strategy'),
    clientConfig: mapAt(webhook, 'clientConfig'),
    reviewVersions: strings(webhook, 'conversionReviewVersions'),
  };
}

/** Schemas are read when they are first asked for: in a large definition they take longer than all the rest. */
const schemaOf = remembered((value: ValueMap) => readJsonSchema(value));

function readVersion(map: ValueMap): DefinitionVersion {
  const schemaValue = mapAt(mapAt(map, 'schema'), 'openAPIV3Schema');
  const subresources = mapAt(map, 'subresources');
  const scale = mapAt(subresources, 'scale');
  return {
    name: textAt(map, 'name'),
    served: map.get('served') === true,
    storage: map.get('storage') === true,
    deprecated: map.get('deprecated') === true,
    deprecationWarning: stringAt(map, 'deprecationWarning'),
    get schema() {
      return schemaValue && schemaOf(schemaValue);
    },
    schemaValue,
    hasStatus: mapAt(subresources, 'status') !== undefined,
    scale: scale && {
      specReplicas: textAt(scale, 'specReplicasPath'),
      statusReplicas: textAt(scale, 'statusReplicasPath'),
      labelSelector: stringAt(scale, 'labelSelectorPath'),
    },
    printerColumns: (listAt(map, 'additionalPrinterColumns') ?? []).filter(isMap),
    selectableFields: (listAt(map, 'selectableFields') ?? []).map(
      (field) => (isMap(field) && stringAt(field, 'jsonPath')) || '',
    ),
  };
}

function strings(map: ValueMap | undefined, key: string): readonly string[] {
  return (listAt(map, key) ?? []).filter((item) => typeof item === 'string');
}

/**
 * Whether a field has the same value in all versions, so that the server's messages name the spec and not a version.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/v1/conversion.go.
 */
export function sameInAllVersions(
  definition: Definition,
  key: 'schema' | 'subresources' | 'additionalPrinterColumns' | 'selectableFields',
): boolean {
  const values = definition.versionMaps.map((version) => {
    const value = version.get(key) ?? null;
    // An empty list counts as absent, an empty struct does not.
    return isList(value) && value.length === 0 ? null : value;
  });
  return values.every((value) => equals(value, values[0] ?? null));
}

/**
 * Whether a version has the schema that it had before. Upstream: k8s.io/apiextensions-apiserver
 * pkg/apis/apiextensions/validation/validation.go findVersionsWithUnchangedSchemas.
 */
export function hasSameSchema(definition: Definition, previous: Definition | undefined, version: string): boolean {
  const [now, before] = [definition, previous].map(
    (each) => each?.versionMaps.find((map) => map.get('name') === version)?.get('schema') ?? null,
  );
  return equals(now ?? null, before ?? null);
}

/**
 * Compares versions by their stage and number: `v1alpha1` before `v1beta2` before `v1` before `v2`. Other names come
 * first, in reverse alphabetical order.
 * Upstream: k8s.io/apimachinery pkg/version/helpers.go CompareKubeAwareVersionStrings.
 */
export function compareVersions(a: string, b: string): number {
  const x = kubeVersion(a);
  const y = kubeVersion(b);
  if (x === undefined || y === undefined) {
    if (x !== undefined) return 1;
    return y !== undefined ? -1 : compareStrings(b, a);
  }
  return x.map((part, i) => part - (y[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

function kubeVersion(name: string): readonly number[] | undefined {
  const match = /^v([\d]+)(?:(alpha|beta)([\d]+))?$/.exec(name);
  if (match === null) return undefined;
  const stage = match[2] === 'alpha' ? 0 : match[2] === 'beta' ? 1 : 2;
  return [stage, Number(match[1]), Number(match[3] ?? 0)];
}
