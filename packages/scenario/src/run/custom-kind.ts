import { readRoute, type TypeCatalog } from '@managed-fields/api-server';
import { mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';

/**
 * Whether a CustomResourceDefinition could make a kind: its group is a domain with a dot in which the server has no
 * kinds of its own, so that a misspelt built-in kind is none; version and kind are named as definitions may name them.
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

/** A part of a domain. */
const part = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;

/** Whether a definition may call a version so; kinds in small letters are called by the same rule. */
export function isVersionName(text: string): boolean {
  return text.length <= 63 && /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/.test(text);
}

/** The plural name of a custom resource, where an object of it tells: servers before 1.20 wrote `metadata.selfLink`. */
export function toldPlural(object: ValueMap): string | undefined {
  const metadata = mapAt(object, 'metadata');
  const route = readRoute(stringAt(metadata, 'selfLink') ?? '');
  const isOwn =
    route !== undefined &&
    stringAt(object, 'apiVersion')?.startsWith(`${route.group}/`) === true &&
    route.name === stringAt(metadata, 'name') &&
    isVersionName(route.plural);
  return isOwn ? route.plural : undefined;
}
