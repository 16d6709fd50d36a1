import { assertNever, quote } from '@managed-fields/merge-engine';
import { isKnownFormat } from '../formats/formats.ts';
import { compareVersions, type Definition, type DefinitionVersion, sameInAllVersions } from './definition.ts';
import { anywhere, type JsonSchema } from './json-schema.ts';

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
 * The formats about which a release warns: none; each that is none of a string, whatever the type; those of strings; those
 * of each type; these, and lists that are sets of lists or objects as well.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/validation/formats.go GetUnrecognizedFormats.
 */
export type FormatsWarned = 'none' | 'as-string' | 'of-strings' | 'all' | 'all-and-sets';

/**
 * Returns the warnings about the schemas of a definition, without those that the previous one has too. A schema that all
 * versions share counts once.
 * Upstream: k8s.io/apiextensions-apiserver pkg/registry/customresourcedefinition/strategy.go WarningsOnCreate.
 */
export function schemaWarnings(
  definition: Definition,
  previous: Definition | undefined,
  warned: FormatsWarned = 'all',
): string[] {
  const known = new Set(previous === undefined ? [] : allWarnings(previous, warned));
  return allWarnings(definition, warned).filter((warning) => !known.has(warning));
}

function allWarnings(definition: Definition, warned: FormatsWarned): string[] {
  const versions = definition.versions ?? [];
  const schemas = (sameInAllVersions(definition, 'schema') ? versions.slice(0, 1) : versions).flatMap(
    ({ schema }) => schema ?? [],
  );
  const formats = schemas.flatMap((schema) => formatsIn(schema, warned));
  const sets = warned === 'all-and-sets' ? setsOf.filter(([, isIn]) => schemas.some(isIn)) : [];
  return [
    ...formats.map((format) => `unrecognized format ${quote(format)}`),
    ...sets.map(([type]) => `x-kubernetes-list-type: set for items of type "${type}" ${notSupported}`),
  ];
}

const notSupported = 'is not supported by server-side apply or CEL validation rules';

/** The types of items that sets should not have, and whether a schema has such a set. */
const setsOf = ['array', 'object'].map(
  (type) => [type, anywhere(({ listType, items }) => listType === 'set' && items?.schema?.type === type)] as const,
);

/** Lists the unknown formats in the server's order: the level itself, items, conditions, then properties. */
function formatsIn(schema: JsonSchema, warned: FormatsWarned): string[] {
  const inner = [
    schema.items?.schema,
    ...schema.allOf,
    ...schema.anyOf,
    ...schema.oneOf,
    schema.not,
    ...schema.properties.values(),
    schema.additionalProperties?.schema,
  ];
  const own = schema.format !== '' && isWarnedOf(schema, warned) ? [schema.format] : [];
  return [...own, ...inner.flatMap((each) => (each === undefined ? [] : formatsIn(each, warned)))];
}

function isWarnedOf({ format, type }: JsonSchema, warned: FormatsWarned): boolean {
  switch (warned) {
    case 'none':
      return false;
    case 'as-string':
      return !isKnownFormat(format, 'string');
    case 'of-strings':
      return type === 'string' && !isKnownFormat(format, type);
    case 'all':
    case 'all-and-sets':
      return !isKnownFormat(format, type);
    default:
      return assertNever(warned);
  }
}
