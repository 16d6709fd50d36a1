import type { ReadNamespace } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';
import { adminResult, claimStatusErrors } from './claim-status.ts';
import { checkedList } from './device-lists.ts';
import { configuration, deviceClaim, selectors, struct } from './device-request.ts';
import { declarative, declaredFrom, type Errors, forbidden, inVersions, invalid } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { dns1123Subdomain, inBytes, qualifiedName } from './names.ts';
import { has, structAt, struct as structOf, structs, text, textMap } from './object.ts';
import { type MetadataRules, metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { isNative } from './resources.ts';
import { sameAt } from './semantic.ts';
import { shown } from './shown.ts';
import { templateMetadata } from './template-metadata.ts';

/*
 * ResourceClaims, their templates and DeviceClasses.
 * Upstream: k8s.io/kubernetes pkg/apis/resource/validation/validation.go, pkg/registry/resource.
 */

const metadataRules: MetadataRules = { namespaced: true, name: dns1123Subdomain };
const words = 'field is immutable';

/** Complaints about a new ResourceClaim. */
export function resourceClaimErrors(claim: ValueMap, namespace: ReadNamespace | undefined): Errors {
  const devices = structAt(claim, 'spec', 'devices');
  return [
    ...adminErrors(adminRequest(devices), namespace),
    ...metadataErrors(claim, metadataRules),
    ...deviceClaim(devices, 'spec.devices'),
  ];
}

const adminLabel = 'resource.kubernetes.io/admin-access';

/** Complaints about access for administrators where the Namespace does not allow it. Upstream: AuthorizedForAdmin. */
function adminErrors(field: Field | undefined, namespace: ReadNamespace | undefined): Errors {
  if (field === undefined || textMap(structAt(namespace?.(), 'metadata'), 'labels').get(adminLabel) === 'true')
    return [];
  const need = `admin access to devices requires the \`${adminLabel}: true\` label on the containing namespace`;
  return [forbidden(field, need)];
}

function adminRequest(devices: ValueMap): Field | undefined {
  const requests = structs(devices, 'requests');
  const place = requests.findIndex((request) => structOf(request, 'exactly').get('adminAccess') === true);
  return place < 0 ? undefined : child(at('spec.devices.requests', place), 'adminAccess');
}

/** Whether two claims ask for the same. An empty capacity is another one than none. */
function sameSpec(a: ValueMap, b: ValueMap, ...path: readonly string[]): boolean {
  const asks = (object: ValueMap) =>
    structs(structAt(object, ...path, 'devices'), 'requests').map((request) =>
      [structOf(request, 'exactly'), ...structs(request, 'firstAvailable')].map((each) => has(each, 'capacity')),
    );
  return sameAt(a, b, 'spec') && JSON.stringify(asks(a)) === JSON.stringify(asks(b));
}

/** Complaints about a changed ResourceClaim, whose spec does not change. */
export function resourceClaimUpdateErrors(claim: ValueMap, old: ValueMap): Errors {
  const devices = structAt(claim, 'spec', 'devices');
  const metadata = metadataUpdateErrors(claim, old);
  const changed = sameSpec(claim, old, 'spec')
    ? []
    : declaredFrom(
        'v1.37',
        [invalid('spec', shown('resource.ResourceClaimSpec', structOf(claim, 'spec')), words)],
        [invalid('spec', null, words)],
      );
  return [
    ...metadataErrors(claim, metadataRules),
    ...inVersions({ until: 'v1.34' }, deviceClaim(devices, 'spec.devices')),
    ...metadata,
    ...changed,
    ...inVersions({ until: 'v1.34' }, deviceClaim(devices, 'spec.devices', true)),
  ];
}

/** Complaints about a ResourceClaim whose status changes. */
export function resourceClaimStatusErrors(
  claim: ValueMap,
  old: ValueMap,
  namespace: ReadNamespace | undefined,
): Errors {
  const granted = adminResult(structOf(old, 'status')) !== undefined;
  const admin = granted ? undefined : adminResult(structOf(claim, 'status'));
  return claimStatusErrors(claim, old, adminErrors(admin, namespace));
}

/** Complaints about a new ResourceClaimTemplate. */
export function claimTemplateErrors(template: ValueMap, namespace: ReadNamespace | undefined): Errors {
  return [
    ...adminErrors(adminRequest(structAt(template, 'spec', 'spec', 'devices')), namespace),
    ...metadataErrors(template, metadataRules),
    ...templateSpec(template),
  ];
}

function templateSpec(template: ValueMap, stored = false): Errors {
  return [
    ...templateMetadata(structAt(template, 'spec', 'metadata'), 'spec.metadata'),
    ...deviceClaim(structAt(template, 'spec', 'spec', 'devices'), 'spec.spec.devices', stored),
  ];
}

/** Complaints about a changed ResourceClaimTemplate, whose spec does not change. */
export function claimTemplateUpdateErrors(template: ValueMap, old: ValueMap): Errors {
  return [
    ...metadataErrors(template, metadataRules),
    ...templateSpec(template),
    ...metadataUpdateErrors(template, old),
    ...(sameSpec(template, old, 'spec', 'spec')
      ? []
      : [invalid('spec', shown('resource.ResourceClaimTemplateSpec', structOf(template, 'spec')), words)]),
    ...inVersions({ until: 'v1.34' }, templateSpec(template, true)),
  ];
}

/** Complaints about a new DeviceClass. */
export function deviceClassErrors(given: ValueMap): Errors {
  return [...classMetadata(given), ...classSpec(given, undefined)];
}

/** From v1.35 on the start of a generated name is not looked at, from v1.37 on declarative validation looks at the name. */
function classMetadata(given: ValueMap): Errors {
  const errors = (rules: Pick<MetadataRules, 'name' | 'anyPrefix'>) =>
    metadataErrors(given, { namespaced: false, ...rules }).map((error) =>
      error.field === 'metadata.name' && error.type === 'Invalid' ? (declarative('v1.37', [error])[0] ?? error) : error,
    );
  return [
    ...inVersions({ until: 'v1.34' }, errors({ name: dns1123Subdomain })),
    ...inVersions({ from: 'v1.35' }, errors({ name: inBytes(dns1123Subdomain), anyPrefix: true })),
  ];
}

/** Complaints about a changed DeviceClass. */
export function deviceClassUpdateErrors(given: ValueMap, old: ValueMap): Errors {
  return [
    ...classMetadata(given),
    ...inVersions({ until: 'v1.34' }, classSpec(given, undefined)),
    ...metadataUpdateErrors(given, old),
    ...classSpec(given, old),
  ];
}

/** The most selectors and configurations of a class. */
const most = 32;

function classSpec(given: ValueMap, old: ValueMap | undefined): Errors {
  const spec = structOf(given, 'spec');
  const kept = (name: string) => old !== undefined && sameAt(given, old, 'spec', name);
  const resource = text(spec, 'extendedResourceName');
  return [
    ...selectors(spec, 'spec', kept('selectors')),
    ...checkedList(
      spec,
      'config',
      'spec',
      struct((each, place) => configuration(each, place, kept('config'))),
      {
        most,
        covered: true,
      },
    ),
    ...(has(spec, 'extendedResourceName') ? extendedResource(resource, 'spec.extendedResourceName') : []),
  ];
}

/** Upstream: pkg/apis/core/v1/helper IsExtendedResourceName; strfmt.go ExtendedResourceName. */
function extendedResource(name: string, field: Field): Errors {
  const quota = qualifiedName(`requests.${name}`);
  const isPlain = !isNative(name) && !name.startsWith('requests.') && quota.length === 0;
  return declaredFrom('v1.37', isPlain ? [] : [invalid(field, name, 'must be a valid extended resource name')], [
    ...(name.includes('/')
      ? name.includes('kubernetes.io/')
        ? [invalid(field, name, 'must not have "kubernetes.io/" domain')]
        : []
      : [invalid(field, name, "a name must be a domain-prefixed path, such as 'example.com/my-prop'")]),
    ...(name.startsWith('requests.') ? [invalid(field, name, 'must not have "requests." prefix')] : []),
    ...quota.map((fault) => invalid(field, name, fault)),
  ]);
}
