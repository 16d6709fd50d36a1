import type { ValueMap } from '@managed-fields/merge-engine';
import { conditions } from './conditions.ts';
import { type Errors, invalid, required } from './errors.ts';
import { dns1035Label, dns1123Subdomain } from './names.ts';
import { struct, structAt, structs, text } from './object.ts';
import { type MetadataRules, metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { sameAt } from './semantic.ts';
import { shown } from './shown.ts';

/*
 * StorageVersionMigrations. Upstream: k8s.io/kubernetes pkg/apis/storagemigration/validation/validation.go.
 */

const metadataRules: MetadataRules = { namespaced: false, name: dns1123Subdomain };

/** Complaints about a new migration. */
export function migrationErrors(migration: ValueMap): Errors {
  const resource = structAt(migration, 'spec', 'resource');
  const [group, name] = [text(resource, 'group'), text(resource, 'resource')];
  const [wrongGroup, wrongName] = [group === '' ? [] : dns1123Subdomain(group), dns1035Label(name)];
  const place = 'spec.resource.resource';
  return [
    ...metadataErrors(migration, metadataRules),
    ...(name === '' ? [required(place, 'resource is required to be set')] : joined(place, name, wrongName)),
    ...joined('spec.resource.group', group, wrongGroup),
  ];
}

function joined(place: string, value: string, complaints: readonly string[]): Errors {
  return complaints.length === 0 ? [] : [invalid(place, value, complaints.join(','))];
}

/** Complaints about a changed migration. */
export function migrationUpdateErrors(migration: ValueMap, old: ValueMap): Errors {
  const same = sameAt(migration, old, 'spec');
  return [
    ...migrationErrors(migration),
    ...metadataUpdateErrors(migration, old),
    ...(same
      ? []
      : [invalid('spec', shown('storagemigration.StorageVersionMigrationSpec', migration.get('spec')), immutable)]),
  ];
}

const immutable = 'field is immutable';

/** Complaints about a changed status of a migration. */
export function migrationStatusErrors(migration: ValueMap, old: ValueMap): Errors {
  const [status, before] = [struct(migration, 'status'), struct(old, 'status')];
  const [version, former] = [text(status, 'resourceVersion'), text(before, 'resourceVersion')];
  const place = 'status.resourceVersion';
  const isVersion = version === '' || /^[1-9][0-9]*$/.test(version);
  const lost = (type: string) => isTrue(before, type) && !isTrue(status, type);
  const wrongConditions = [
    ...(isTrue(status, succeeded) && isTrue(status, failed)
      ? ['Both success and failed conditions cannot be true at the same time']
      : []),
    ...(lost(succeeded) ? ['Success condition cannot be set to false once it is true'] : []),
    ...(lost(failed) ? ['Failed condition cannot be set to false once it is true'] : []),
  ];
  return [
    ...metadataUpdateErrors(migration, old),
    ...(isVersion ? [] : [invalid(place, version, `resource version is not well formed: ${version}`)]),
    ...conditions(status, 'conditions', 'status'),
    ...(former === '' || former === version ? [] : [invalid(place, version, immutable)]),
    ...wrongConditions.map((why) =>
      invalid('status.conditions', shown('[]v1.Condition', status.get('conditions')), why),
    ),
  ];
}

const succeeded = 'Succeeded';
const failed = 'Failed';

/** Whether the first condition of a type is true. Upstream: apimachinery pkg/api/meta/conditions.go FindStatusCondition. */
function isTrue(status: ValueMap, type: string): boolean {
  const condition = structs(status, 'conditions').find((each) => text(each, 'type') === type);
  return text(condition, 'status') === 'True';
}
