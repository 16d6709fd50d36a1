import { quote } from '@managed-fields/merge-engine';
import { isKnownFormat } from '../formats/formats.ts';
import { type Definition, type DefinitionVersion, sameInAllVersions } from './definition.ts';
import type { JsonSchema } from './json-schema.ts';

/**
 * Returns the warning of requests to a deprecated version; none for others.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/customresource_handler.go defaultDeprecationWarning.
 */
export function deprecationWarnings(definition: Definition, version: DefinitionVersion): readonly string[] {
  if (!version.deprecated) return [];
  if (version.deprecationWarning !== undefined) return [version.deprecationWarning];
  const { group, names } = definition;
  const message = `${group}/${version.name} ${names.kind} is deprecated`;
  const newer = (definition.versions ?? [])
    .filter((other) => other.served && !other.deprecated && compareVersions(version.name, other.name) < 0)
    .map((other) => other.name)
    .sort((a, b) => compareVersions(b, a));
  return [newer[0] === undefined ? message : `${message}; use ${group}/${newer[0]} ${names.kind}`];
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
    return y !== undefined ? -1 : a === b ? 0 : a < b ? 1 : -1;
  }
  const index = x.findIndex((part, i) => part !== y[i]);
  return index < 0 ? 0 : (x[index] ?? 0) - (y[index] ?? 0);
}

function kubeVersion(name: string): readonly number[] | undefined {
  const match = /^v([\d]+)(?:(alpha|beta)([\d]+))?$/.exec(name);
  if (match === null) return undefined;
  const stage = match[2] === 'alpha' ? 0 : match[2] === 'beta' ? 1 : 2;
  return [stage, Number(match[1]), Number(match[3] ?? 0)];
}

/**
 * Returns the warnings about unknown formats in a definition, without those that the previous one has too. A schema
 * that all versions share counts once.
 * Upstream: k8s.io/apiextensions-apiserver pkg/registry/customresourcedefinition/strategy.go WarningsOnCreate.
 */
export function unknownFormatWarnings(definition: Definition, previous: Definition | undefined): string[] {
  const known = new Set(previous === undefined ? [] : unknownFormats(previous));
  return unknownFormats(definition)
    .filter((format) => !known.has(format))
    .map((format) => `unrecognized format ${quote(format)}`);
}

function unknownFormats(definition: Definition): string[] {
  const versions = definition.versions ?? [];
  const schemas = (sameInAllVersions(definition, 'schema') ? versions.slice(0, 1) : versions).map(
    ({ schema }) => schema,
  );
  return schemas.flatMap((schema) => (schema === undefined ? [] : formatsIn(schema)));
}

/** Lists the unknown formats in the server's order: the level itself, items, conditions, then properties. */
function formatsIn(schema: JsonSchema): string[] {
  const inner = [
    schema.items?.schema,
    ...schema.allOf,
    ...schema.anyOf,
    ...schema.oneOf,
    schema.not,
    ...schema.properties.values(),
    schema.additionalProperties?.schema,
  ];
  const own = schema.format !== '' && !isKnownFormat(schema.format, schema.type) ? [schema.format] : [];
  return [...own, ...inner.flatMap((each) => (each === undefined ? [] : formatsIn(each)))];
}
