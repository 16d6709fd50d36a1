import { readRoute, type TypeCatalog } from '@managed-fields/api-server';
import { mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';

/**
 * Whether a CustomResourceDefinition could define a kind. Its group must have a dot and no built-in kinds, so that a
 * misspelt built-in kind is not taken for a custom one; group, version and kind must be names that a definition may
 * have.
 * Upstream: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go
 * ValidateCustomResourceDefinitionSpec, ValidateCustomResourceDefinitionNames.
 */
export function mayBeCustom(apiVersion: string, kind: string, catalog: TypeCatalog): boolean {
  const [group = '', version = '', ...more] = apiVersion.split('/');
  if (more.length > 0 || group.length > 253 || !group.includes('.') || catalog.isBuiltinGroup(group)) return false;
  return (
    group.split('.').every((each) => part.test(each)) && isVersionName(version) && isVersionName(kind.toLowerCase())
  );
}

/** One label of a domain name. */
const part = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;

/** Whether a definition may use a text as the name of a version. Kinds in lower case follow the same rule. */
export function isVersionName(text: string): boolean {
  return text.length <= 63 && /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/.test(text);
}

/**
 * Reads the plural name of a custom resource from `metadata.selfLink`, which servers before 1.20 wrote; undefined where
 * the object has no such link.
 */
export function writtenPlural(object: ValueMap): string | undefined {
  const metadata = mapAt(object, 'metadata');
  const route = readRoute(stringAt(metadata, 'selfLink') ?? '');
  const isOwn =
    route !== undefined &&
    stringAt(object, 'apiVersion')?.startsWith(`${route.group}/`) === true &&
    route.name === stringAt(metadata, 'name') &&
    isVersionName(route.plural);
  return isOwn ? route.plural : undefined;
}
