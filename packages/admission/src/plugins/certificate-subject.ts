import { type AdmissionPlugin, forbiddenBy } from '@managed-fields/api-server';
import { bytesOfBase64, latin1, stringAt } from '@managed-fields/merge-engine';
import { newObject, specOf } from '../attributes.ts';

const signer = 'kubernetes.io/kube-apiserver-client';

/**
 * Refuses to ask the signer of clients for a certificate of the group system:masters.
 * Upstream: plugin/pkg/admission/certificates/subjectrestriction/admission.go.
 */
export const certificateSubjectRestriction: AdmissionPlugin = {
  name: 'CertificateSubjectRestriction',
  plain: true,
  validate(attributes) {
    const spec = specOf(newObject(attributes, 'certificates.k8s.io', 'certificatesigningrequests'));
    if (stringAt(spec, 'signerName') !== signer) return undefined;
    if (!organizationsOf(stringAt(spec, 'request') ?? '').includes('system:masters')) return undefined;
    return forbiddenBy(attributes, `use of ${signer} signer with system:masters group is not allowed`);
  },
};

/** The object identifier of an organization in DER: 2.5.4.10. */
const organization = '\x06\x03\x55\x04\x0a';

/**
 * The organizations in the subject of a request for a certificate, PEM in base64: what stands as a text of less than 128
 * bytes behind the identifier of an organization.
 */
function organizationsOf(request: string): readonly string[] {
  const block = /-----BEGIN CERTIFICATE REQUEST-----([A-Za-z0-9+/=\s]*)-----END/.exec(bytesAsText(request));
  return bytesAsText((block?.[1] ?? '').replace(/\s/g, ''))
    .split(organization)
    .slice(1)
    .map((rest) => rest.slice(2, 2 + (rest.codePointAt(1) ?? 0)));
}

function bytesAsText(base64: string): string {
  return latin1(bytesOfBase64(base64) ?? new Uint8Array());
}
