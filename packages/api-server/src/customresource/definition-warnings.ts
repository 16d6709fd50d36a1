import { quote } from '@managed-fields/merge-engine';
import { isKnownFormat } from '../formats/formats.ts';
import { compareVersions, type Definition, type DefinitionVersion, sameInAllVersions } from './definition.ts';
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
