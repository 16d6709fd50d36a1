import {
  type FieldError,
  invalid,
  keyPath,
  listAt,
  mapAt,
  notSupported,
  textAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { TypeCatalog } from '../catalog/catalog.ts';
import { dns1123Subdomain } from '../catalog/names.ts';
import { hasChange } from './changes.ts';

/**
 * Complaints about the spec of a request for a token.
 * Upstream: k8s.io/kubernetes pkg/apis/authentication/validation/validation.go ValidateTokenRequest.
 */
export function tokenErrors(spec: ValueMap, catalog: Pick<TypeCatalog, 'minor'>): readonly FieldError[] {
  const lasting = durationErrors(spec.get('expirationSeconds') ?? 0n);
  if (!hasChange('attestsTokens', catalog)) return lasting;
  const attested = mapAt(spec, 'attestations');
  if (isBoundToWebhook(mapAt(spec, 'boundObjectRef'))) {
    const audiences = listAt(spec, 'audiences') ?? [];
    const several = 'must be length 1 when bound to a webhook config';
    return [
      ...lasting,
      ...(audiences.length > 1 ? [invalid('spec.audiences', audiences, several)] : []),
      ...attestationsErrors(attested),
    ];
  }
  if (attested === undefined || attested.size === 0) return lasting;
  return [invalid(place, attested, 'attestations may only be specified with a webhook bound object reference')];
}

function durationErrors(seconds: Value): readonly FieldError[] {
  if (typeof seconds !== 'bigint') return [];
  const wrong = (why: string) => [invalid('spec.expirationSeconds', seconds, why)];
  if (seconds < 600n) return wrong('may not specify a duration less than 10 minutes');
  return seconds > 1n << 32n ? wrong('may not specify a duration larger than 2^32 seconds') : [];
}

/** Whether a token is to be bound to the configuration of webhooks. */
export function isBoundToWebhook(bound: ValueMap | undefined): boolean {
  return (
    ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'].includes(textAt(bound, 'kind')) &&
    textAt(bound, 'apiVersion') === 'admissionregistration.k8s.io/v1'
  );
}

const place = 'spec.attestations';
const reviewedGroups = 'admissionReviewAPIGroups';

/** Upstream: validateWebhookAttestations. */
function attestationsErrors(attested: ValueMap | undefined): readonly FieldError[] {
  if (attested?.size !== 1) {
    const words = 'webhook bound requests require exactly one admissionReviewAPIGroups attestation';
    return [invalid(place, attested ?? null, words)];
  }
  return [...attested].flatMap(([key, groups]) => {
    const own = keyPath(place, key);
    if (key !== reviewedGroups) return [notSupported(own, key, [reviewedGroups])];
    const [group, ...more] = listAt(attested, key) ?? [];
    if (group === undefined || more.length > 0) return [invalid(own, groups, 'must specify a single value')];
    return groupErrors(String(group), `${own}[0]`);
  });
}

function groupErrors(group: string, path: string): readonly FieldError[] {
  if (group === '') return [invalid(path, group, 'may not be an empty string')];
  if (group === '*') return [];
  return dns1123Subdomain(group).map((words) => invalid(path, group, `must specify a valid API Group: ${words}`));
}
