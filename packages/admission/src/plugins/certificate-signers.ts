import { type AdmissionAttributes, type AdmissionPlugin, forbiddenBy } from '@managed-fields/api-server';
import { equals, mapAt, quote, stringAt, type ValueMap, withMetadata } from '@managed-fields/merge-engine';
import { decisionOn, isFor, specOf } from '../attributes.ts';

/** The group and the plural name of requests for certificates, whose subresources are only updated. */
const requests = ['certificates.k8s.io', 'certificatesigningrequests'] as const;

/**
 * Refuses to approve requests for certificates of a signer for which the user may not.
 * Upstream: plugin/pkg/admission/certificates/approval/admission.go.
 */
export const certificateApproval: AdmissionPlugin = {
  name: 'CertificateApproval',
  plain: true,
  validate: (attributes) => (isFor(attributes, ...requests, 'approval') ? refused(attributes, 'approve') : undefined),
};

/**
 * Refuses to sign, and to change the conditions of, requests for certificates of a signer for which the user may not.
 * Upstream: plugin/pkg/admission/certificates/signing/admission.go.
 */
export const certificateSigning: AdmissionPlugin = {
  name: 'CertificateSigning',
  plain: true,
  validate(attributes) {
    if (!isFor(attributes, ...requests, 'status')) return undefined;
    const [now, before] = [mapAt(attributes.object, 'status'), mapAt(attributes.old, 'status')];
    const kept = ['certificate', 'conditions'].every((name) =>
      equals(now?.get(name) ?? null, before?.get(name) ?? null),
    );
    return kept ? undefined : refused(attributes, 'sign');
  },
};

/**
 * Refuses bundles of trusted certificates of a signer for which the user may not attest.
 * Upstream: plugin/pkg/admission/certificates/ctbattest/admission.go.
 */
export const clusterTrustBundleAttest: AdmissionPlugin = {
  name: 'ClusterTrustBundleAttest',
  plain: true,
  validate(attributes) {
    const { object, old } = attributes;
    if (object === undefined || !isFor(attributes, 'certificates.k8s.io', 'clustertrustbundles')) return undefined;
    const signer = signerOf(object);
    if (signer === '' || isForCollector(object, old) || may(attributes, 'attest', signer)) return undefined;
    return forbiddenBy(attributes, `user not permitted to attest for signerName ${quote(signer)}`);
  },
};

/** Whether a change is one that the garbage collector makes. Upstream: pkg/registry/rbac/helpers.go IsOnlyMutatingGCFields. */
function isForCollector(object: ValueMap, old: ValueMap | undefined): boolean {
  const apart = (from: ValueMap) =>
    ['ownerReferences', 'finalizers', 'selfLink', 'managedFields'].reduce(
      (rest, field) => withMetadata(rest, field, undefined),
      from,
    );
  return old !== undefined && equals(apart(object), apart(old));
}

function signerOf(object: ValueMap | undefined): string {
  return stringAt(specOf(object), 'signerName') ?? '';
}

function refused(attributes: AdmissionAttributes, verb: 'approve' | 'sign') {
  const signer = signerOf(attributes.old);
  if (may(attributes, verb, signer)) return undefined;
  return forbiddenBy(attributes, `user not permitted to ${verb} requests with signerName ${quote(signer)}`);
}

/**
 * Whether the user may do something for the signer, or for all of its domain.
 * Upstream: k8s.io/kubernetes pkg/certauthorization/certauthorization.go IsAuthorizedForSignerName.
 */
function may(attributes: AdmissionAttributes, verb: 'approve' | 'attest' | 'sign', signer: string): boolean {
  const domain = `${signer.split('/', 1)[0]}/*`;
  const signers = { kind: 'resource', verb, group: 'certificates.k8s.io', resource: 'signers' } as const;
  const wishes = [signer, domain].map((name) => ({ ...signers, subresource: '', namespace: '', name }));
  return wishes.some((wish) => decisionOn(attributes, wish).allowed);
}
