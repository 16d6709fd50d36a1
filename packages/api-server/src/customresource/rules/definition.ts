import {
  assertNever,
  childPath,
  type FieldError,
  indexPath,
  invalid,
  keyPath,
  notSupported,
  required,
  withoutEntry,
} from '@managed-fields/merge-engine';
import { dns1035Label, dns1123Subdomain } from '../../catalog/names.ts';
import { objectMetaErrors } from '../../catalog/object-meta-rules.ts';
import { approvalAnnotation, approvalOf } from '../conditions.ts';
import {
  type Definition,
  type DefinitionNames,
  type DefinitionVersion,
  hasSameSchema,
  sameInAllVersions,
} from '../definition.ts';
import { type SharedParts, versionsDump } from '../schema-dump.ts';
import { hasDefaults } from '../version-schema.ts';
import { conversionErrors, type PreviousDefinition } from './conversion.ts';
import { columnErrors, deprecationErrors, selectableErrors, subresourceErrors, validationErrors } from './version.ts';

/** The fields of `status` that are validated whenever a definition is written. */
export interface DefinitionStatus {
  readonly storedVersions: readonly string[];
  readonly acceptedNames: DefinitionNames;
}

/**
 * Validates a definition that is created. Upstream: k8s.io/apiextensions-apiserver
 * pkg/apis/apiextensions/validation/validation.go ValidateCustomResourceDefinition.
 */
export function definitionErrors(definition: Definition, status: DefinitionStatus): FieldError[] {
  return [
    ...objectMetaErrors(
      // The path of the request has no namespace, so the server removes one from the object.
      withoutEntry(definition.metadata, 'namespace'),
      { namespaced: false, name: (name) => nameComplaints(definition, name) },
      'metadata',
    ),
    ...specErrors(definition, undefined),
    ...wholeErrors(definition, status, undefined),
  ];
}

/**
 * Validates a definition that replaces another one, apart from its metadata. Upstream: validation.go
 * ValidateCustomResourceDefinitionUpdate.
 */
export function definitionUpdateErrors(
  definition: Definition,
  status: DefinitionStatus,
  previous: PreviousDefinition,
): FieldError[] {
  return [
    ...specErrors(definition, previous),
    ...immutableErrors(definition, previous),
    ...wholeErrors(definition, status, previous.definition),
  ];
}

/** Upstream: validation.go ValidateCustomResourceDefinitionStatus. */
export function definitionStatusErrors({ acceptedNames }: Pick<DefinitionStatus, 'acceptedNames'>): FieldError[] {
  return nameErrors(acceptedNames, 'status.acceptedNames');
}

function wholeErrors(definition: Definition, status: DefinitionStatus, old: Definition | undefined): FieldError[] {
  return [
    ...definitionStatusErrors(status),
    ...storedVersionErrors(definition, status.storedVersions),
    ...approvalErrors(definition, old),
    ...(definition.preserveUnknownFields && old?.preserveUnknownFields !== true ? [preserveError()] : []),
  ];
}

/** Returns `status.storedVersions` after a write: every version that was ever the storage version. */
export function storedVersionsOf(definition: Definition, before: readonly string[]): readonly string[] {
  const storage = definition.versions?.find((version) => version.storage)?.name;
  return storage === undefined || before.includes(storage) ? before : [...before, storage];
}

function nameComplaints({ names, group }: Definition, name: string): readonly string[] {
  const complaints = dns1123Subdomain(name);
  return name === `${names.plural}.${group}` ? complaints : [...complaints, 'must be spec.names.plural+"."+spec.group'];
}

function specErrors(definition: Definition, previous: PreviousDefinition | undefined): FieldError[] {
  const shared = sharedParts(definition);
  const versions = definition.versions ?? [];
  const { strategy } = definition.conversion;
  return [
    ...groupErrors(definition.group),
    ...scopeErrors(definition.scope),
    ...missingSchemaErrors(versions),
    ...(definition.preserveUnknownFields && versions.some(({ schema }) => schema !== undefined && hasDefaults(schema))
      ? [invalid('spec.preserveUnknownFields', true, 'must be false in order to use defaults in the schema')]
      : []),
    ...versions.flatMap((version, i) => {
      const isKept = hasSameSchema(definition, previous?.definition, version.name);
      // Of several versions of a name, the subresources of the first count.
      const { hasStatus } = versions.find(({ name }) => name === version.name) ?? version;
      return versionErrors({ ...version, hasStatus }, shared, indexPath('spec.versions', i), isKept);
    }),
    ...versionListErrors(definition, shared),
    ...missingNameErrors(definition.names),
    ...nameErrors(definition.names, 'spec.names'),
    ...sharedErrors(versions, shared, hasSameSchema(definition, previous?.definition, versions[0]?.name ?? '')),
    ...(definition.preserveUnknownFields && strategy !== 'None'
      ? [invalid('spec.conversion.strategy', strategy, 'must be None if spec.preserveUnknownFields is true')]
      : []),
    ...conversionErrors(definition.conversion, previous, 'spec.conversion'),
  ];
}

function sharedParts(definition: Definition): SharedParts {
  return {
    schema: sameInAllVersions(definition, 'schema'),
    subresources: sameInAllVersions(definition, 'subresources'),
    printerColumns: sameInAllVersions(definition, 'additionalPrinterColumns'),
    selectableFields: sameInAllVersions(definition, 'selectableFields'),
  };
}

function groupErrors(group: string): FieldError[] {
  const path = 'spec.group';
  if (group === '') return [required(path)];
  const complaints = dns1123Subdomain(group);
  if (complaints.length > 0) return [invalid(path, group, complaints.join(','))];
  return group.includes('.') ? [] : [invalid(path, group, 'should be a domain with at least one dot')];
}

function scopeErrors(scope: string): FieldError[] {
  if (scope === '') return [required('spec.scope')];
  const scopes = ['Cluster', 'Namespaced'];
  return scopes.includes(scope) ? [] : [notSupported('spec.scope', scope, scopes)];
}

function missingSchemaErrors(versions: readonly DefinitionVersion[]): FieldError[] {
  return versions.flatMap((version, i) =>
    version.schema === undefined ? [required(`spec.versions[${i}].schema.openAPIV3Schema`)] : [],
  );
}

function versionErrors(version: DefinitionVersion, shared: SharedParts, path: string, isKept: boolean): FieldError[] {
  const errors: FieldError[] = [];
  const complaints = dns1035Label(version.name);
  if (complaints.length > 0) errors.push(invalid(childPath(path, 'name'), version.name, complaints.join(',')));
  errors.push(...deprecationErrors(version, path));
  const schemaPath = childPath(path, 'schema');
  if (!shared.schema && version.schema !== undefined) {
    errors.push(...validationErrors(version.schema, version.hasStatus, schemaPath, isKept));
  }
  if (!shared.subresources) errors.push(...subresourceErrors(version.scale, childPath(path, 'subresources')));
  if (!shared.printerColumns) errors.push(...allColumnErrors(version, childPath(path, 'additionalPrinterColumns')));
  if (shared.selectableFields || version.selectableFields.length === 0) return errors;
  const at = childPath(path, 'selectableFields');
  if (shared.schema || version.schema === undefined) {
    const words = 'may only be set when `version.schema.openAPIV3Schema` is not included';
    return [...errors, invalid(at, '', words)];
  }
  return [...errors, ...selectableErrors(version.selectableFields, version.schema, at)];
}

function allColumnErrors(version: DefinitionVersion, path: string): FieldError[] {
  return version.printerColumns.flatMap((column, i) => columnErrors(column, indexPath(path, i)));
}

function versionListErrors(definition: Definition, shared: SharedParts): FieldError[] {
  const errors: FieldError[] = [];
  const versions = definition.versions ?? [];
  const shown = { raw: versionsDump(definition.versions, shared) };
  if (new Set(versions.map((version) => version.name)).size < versions.length) {
    errors.push(invalid('spec.versions', shown, 'must contain unique version names'));
  }
  if (versions.filter((version) => version.storage).length !== 1) {
    errors.push(invalid('spec.versions', shown, 'must have exactly one version marked as storage version'));
  }
  const first = versions[0]?.name ?? '';
  const complaints = first === '' ? [] : dns1035Label(first);
  if (complaints.length > 0) errors.push(invalid('spec.version', first, complaints.join(',')));
  return errors;
}

function missingNameErrors(names: DefinitionNames): FieldError[] {
  return (['plural', 'singular', 'kind', 'listKind'] as const)
    .filter((name) => names[name] === '')
    .map((name) => required(`spec.names.${name}`));
}

/** Upstream: validation.go ValidateCustomResourceDefinitionNames. */
function nameErrors(names: DefinitionNames, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const check = (name: string, at: string) => {
    const complaints = dns1035Label(name);
    if (complaints.length > 0) errors.push(invalid(at, name, complaints.join(',')));
  };
  for (const key of ['plural', 'singular'] as const) if (names[key] !== '') check(names[key], childPath(path, key));
  for (const key of ['kind', 'listKind'] as const) {
    const complaints = names[key] === '' ? [] : dns1035Label(names[key].toLowerCase());
    const words = `may have mixed case, but should otherwise match: ${complaints.join(',')}`;
    if (complaints.length > 0) errors.push(invalid(childPath(path, key), names[key], words));
  }
  names.shortNames.forEach((name, i) => {
    check(name, indexPath(childPath(path, 'shortNames'), i));
  });
  if (names.kind !== '' && names.kind === names.listKind) {
    errors.push(invalid(childPath(path, 'listKind'), names.listKind, 'kind and listKind may not be the same'));
  }
  names.categories.forEach((name, i) => {
    check(name, indexPath(childPath(path, 'categories'), i));
  });
  return errors;
}

/** Validates fields that all versions share once, at their places in older versions of the API. */
function sharedErrors(versions: readonly DefinitionVersion[], shared: SharedParts, isKept: boolean): FieldError[] {
  const errors: FieldError[] = [];
  const [first] = versions;
  if (first === undefined) return errors;
  const hasStatus = versions.some((version) => version.hasStatus);
  if (shared.schema && first.schema !== undefined) {
    errors.push(...validationErrors(first.schema, hasStatus, 'spec.validation', isKept));
  }
  if (shared.subresources) errors.push(...subresourceErrors(first.scale, 'spec.subresources'));
  if (shared.printerColumns) errors.push(...allColumnErrors(first, 'spec.additionalPrinterColumns'));
  if (!shared.selectableFields || first.selectableFields.length === 0) return errors;
  const at = 'spec.selectableFields';
  if (!shared.schema || first.schema === undefined) {
    return [...errors, invalid(at, '', 'may only be set when validations.schema is included')];
  }
  return [...errors, ...selectableErrors(first.selectableFields, first.schema, at)];
}

/**
 * Checks the fields that may not change. Scope and kind decide how instances are stored, so they may change until the
 * definition is established.
 */
function immutableErrors(definition: Definition, { definition: old, established }: PreviousDefinition): FieldError[] {
  const pairs: readonly (readonly [string, string, string, boolean])[] = [
    ['spec.scope', definition.scope, old.scope, established],
    ['spec.names.kind', definition.names.kind, old.names.kind, established],
    ['spec.group', definition.group, old.group, true],
    ['spec.names.plural', definition.names.plural, old.names.plural, true],
  ];
  return pairs
    .filter(([, value, before, fixed]) => fixed && value !== before)
    .map(([path, value]) => invalid(path, value, 'field is immutable'));
}

/** Upstream: validation.go ValidateCustomResourceDefinitionStoredVersions. */
function storedVersionErrors(definition: Definition, stored: readonly string[]): FieldError[] {
  const path = 'status.storedVersions';
  if (stored.length === 0) return [invalid(path, null, 'must have at least one stored version')];
  const names = (definition.versions ?? []).map((version) => version.name);
  const left = new Set(stored);
  // A name counts once, so that a second version of the name has none.
  const missing = (definition.versions ?? []).filter(({ name, storage }) => !left.delete(name) && storage);
  return [
    ...missing.map(({ name }) => invalid(path, stored, `must have the storage version ${name}`)),
    ...stored.flatMap((name, i) =>
      names.includes(name) || stored.lastIndexOf(name) > i
        ? []
        : [
            invalid(
              indexPath(path, i),
              name,
              `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`,
            ),
          ],
    ),
  ];
}

/** Validates the approval that groups of Kubernetes itself require. Upstream: validation.go validateAPIApproval. */
function approvalErrors(definition: Definition, old: Definition | undefined): FieldError[] {
  const approval = approvalOf(definition);
  // A change that leaves the approval as it was is not refused; the group, which may not change, is complained about elsewhere.
  const before = old && approvalOf({ ...definition, metadata: old.metadata });
  if (approval === undefined || before?.state === approval.state) return [];
  const path = keyPath('metadata.annotations', approvalAnnotation);
  switch (approval.state) {
    case 'missing':
      return [required(path, approval.message)];
    case 'invalid':
      return [invalid(path, approval.annotation, approval.message)];
    case 'approved':
    case 'bypassed':
      return [];
    default:
      return assertNever(approval.state);
  }
}

function preserveError(): FieldError {
  const words =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  return invalid('spec.preserveUnknownFields', true, words);
}
