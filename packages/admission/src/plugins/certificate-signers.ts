import { type AdmissionAttributes, type AdmissionPlugin, forbiddenBy } from '@managed-fields/api-server';
import { equals, mapAt, quote, stringAt } from '@managed-fields/merge-engine';
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
 * The refusal where the user may do something neither for the signer nor for all of its domain.
 * Upstream: k8s.io/kubernetes pkg/certauthorization/certauthorization.go IsAuthorizedForSignerName.
 */
function refused(attributes: AdmissionAttributes, verb: 'approve' | 'sign') {
  const signer = stringAt(specOf(attributes.old), 'signerName') ?? '';
  const domain = `${signer.split('/', 1)[0]}/*`;
  const signers = { kind: 'resource', verb, group: 'certificates.k8s.io', resource: 'signers' } as const;
  const wishes = [signer, domain].map((name) => ({ ...signers, subresource: '', namespace: '', name }));
  if (wishes.some((wish) => decisionOn(attributes, wish).allowed)) return undefined;
  return forbiddenBy(attributes, `user not permitted to ${verb} requests with signerName ${quote(signer)}`);
}
