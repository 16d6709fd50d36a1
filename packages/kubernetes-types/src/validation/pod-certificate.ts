import { isEmail } from '@managed-fields/api-server';
import { byteLength, bytesOfBase64, quote, type ValueMap } from '@managed-fields/merge-engine';
import { type Certificate, readCertificate } from '../certificate/certificate.ts';
import { firstBlock } from '../certificate/pem.ts';
import { readRequest } from '../certificate/request.ts';
import type { PublicKey } from '../certificate/signature.ts';
import { conditions } from './conditions.ts';
import {
  type Errors,
  firstOf,
  forbidden,
  inVersions,
  invalid,
  invalidUnshown,
  notSupported,
  otherFrom,
  required,
  tooLong,
} from './errors.ts';
import { at, child } from './field-path.ts';
import type { KindChecks } from './kind-checks.ts';
import { dns1123Subdomain } from './names.ts';
import { count, has, struct, structs, text } from './object.ts';
import { metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { decide, permitted } from './permissions.ts';
import { named } from './scalars.ts';
import { sameAt, sameMeaning } from './semantic.ts';
import { shown } from './shown.ts';
import { longestLifetime, shortestLifetime, signerNameErrors, userAnnotationsErrors } from './signers.ts';

/*
 * Requests for the certificates of Pods.
 * Upstream: k8s.io/kubernetes pkg/apis/certificates/validation/validation.go.
 */

/** Complaints about a new PodCertificateRequest. Upstream: ValidatePodCertificateRequestCreate. */
export function podCertificateErrors(request: ValueMap): Errors {
  const spec = struct(request, 'spec');
  const node = text(spec, 'nodeName');
  return [
    ...metadataErrors(request, { namespaced: true, name: dns1123Subdomain }),
    ...signerNameErrors(text(spec, 'signerName'), 'spec.signerName'),
    ...userAnnotationsErrors(spec, 'unverifiedUserAnnotations', 'spec.unverifiedUserAnnotations'),
    ...named(dns1123Subdomain, text(spec, 'podName'), 'spec.podName'),
    ...uidErrors(spec, 'podUID'),
    ...named(dns1123Subdomain, text(spec, 'serviceAccountName'), 'spec.serviceAccountName'),
    ...uidErrors(spec, 'serviceAccountUID'),
    ...dns1123Subdomain(node).map((words) => invalid('spec.nodeName', shown('types.NodeName', node), words)),
    ...uidErrors(spec, 'nodeUID'),
    ...lifetimeErrors(spec),
    ...keyErrors(text(spec, 'stubPKCS10Request')),
  ];
}

const longestUid = 128;

function uidErrors(spec: ValueMap, field: string): Errors {
  const [uid, place] = [text(spec, field), child('spec', field)];
  if (uid === '') return [invalid(place, uid, 'must not be empty')];
  return byteLength(uid) > longestUid ? [tooLong(place, longestUid)] : [];
}

function lifetimeErrors(spec: ValueMap): Errors {
  const seconds = count(spec, 'maxExpirationSeconds') ?? 0;
  const longest = longestLifetime(text(spec, 'signerName'));
  if (seconds >= shortestLifetime && seconds <= longest) return [];
  const words = `must be in the range [${shortestLifetime}, ${longest}]`;
  return [invalid('spec.maxExpirationSeconds', BigInt(seconds), words)];
}

const requestPlace = 'spec.stubPKCS10Request';
const longestRequest = 10 * 1024;

/** Upstream: validateStubPKCS10Request. */
function keyErrors(base64: string): Errors {
  const bytes = bytesOfBase64(base64) ?? new Uint8Array();
  if (bytes.length === 0) {
    const words = 'exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set';
    return [invalidUnshown('spec', words)];
  }
  if (bytes.length > longestRequest) return [tooLong(requestPlace, longestRequest)];
  const read = readRequest(bytes);
  if (typeof read === 'string') return [invalidUnshown(requestPlace, 'must be a valid PKCS#10 CSR')];
  const unfit = unfitKeyErrors(read.key);
  if (unfit.length > 0 || read.key?.kind === 'ML-DSA') return unfit;
  return read.signatureFault() === undefined ? [] : [invalidUnshown(requestPlace, 'invalid signature')];
}

const unknownKey = (known: string) => [
  invalidUnshown(requestPlace, `unknown public key type; supported types are ${known}`),
];
const unknownKeyErrors = otherFrom(
  'v1.38',
  unknownKey('Ed25519, ECDSA, and RSA'),
  unknownKey('Ed25519, ECDSA, RSA, and ML-DSA'),
);

function unfitKeyErrors(key: PublicKey | undefined): Errors {
  switch (key?.kind) {
    case undefined:
      return unknownKeyErrors;
    case 'Ed25519':
      return [];
    case 'ML-DSA':
      return inVersions({ until: 'v1.37' }, unknownKeyErrors);
    case 'ECDSA': {
      const { name } = key.curve;
      if (name !== 'P224') return [];
      return [invalid(requestPlace, 'curve P-224', 'elliptic public keys must use curve P256, P384, or P521')];
    }
    case 'RSA': {
      const bits = Math.ceil(key.modulus.toString(2).length / 8) * 8;
      if (bits === 3072 || bits === 4096) return [];
      return [invalid(requestPlace, `${bits}-bit modulus`, 'RSA keys must have modulus size 3072 or 4096')];
    }
  }
}

/** Complaints about a changed one, whose spec stays. Upstream: ValidatePodCertificateRequestUpdate. */
export function podCertificateUpdateErrors(request: ValueMap, old: ValueMap): Errors {
  return [
    ...metadataUpdateErrors(request, old),
    ...(sameAt(request, old, 'spec')
      ? []
      : [invalid('spec', shown('certificates.PodCertificateRequestSpec', request.get('spec')), 'field is immutable')]),
  ];
}

const outcomes = ['Issued', 'Denied', 'Failed'];

/** Complaints about a changed status. Upstream: ValidatePodCertificateRequestStatusUpdate. */
export function podCertificateStatusErrors(request: ValueMap, old: ValueMap, now: string): Errors {
  const [status, before] = [struct(request, 'status'), struct(old, 'status')];
  return firstOf(
    metadataUpdateErrors(request, old),
    () => [
      ...otherFrom('v1.38', outcomeErrors(status, '.'), outcomeErrors(status, '')),
      ...conditions(status, 'conditions', 'status'),
    ],
    () => outcomeChangeErrors(struct(request, 'spec'), status, before, now),
  );
}

/** `dot` is what stands before an index: v1.37 takes it for the name of a field. */
function outcomeErrors(status: ValueMap, dot: string): Errors {
  let known = 0;
  return structs(status, 'conditions').flatMap((condition, i) => {
    const [type, state] = [text(condition, 'type'), text(condition, 'status')];
    const place = at(`status.conditions${dot}`, i);
    if (!outcomes.includes(type)) return [notSupported(child(place, 'type'), type, outcomes)];
    known++;
    const words = 'There may be at most one condition with type "Issued", "Denied", or "Failed"';
    return [
      ...(known > 1 ? [invalid(child(place, 'type'), type, words)] : []),
      ...(state === 'True' ? [] : [notSupported(child(place, 'status'), state, ['True'])]),
    ];
  });
}

function outcomeOf(status: ValueMap): string | undefined {
  return structs(status, 'conditions')
    .map((condition) => text(condition, 'type'))
    .find((type) => outcomes.includes(type));
}

function outcomeChangeErrors(spec: ValueMap, status: ValueMap, before: ValueMap, now: string): Errors {
  const unless = (isRight: boolean, words: string) => (isRight ? [] : [invalidUnshown('status', words)]);
  if (outcomeOf(before) !== undefined) {
    return unless(sameMeaning(status, before), 'immutable after PodCertificateRequest is issued, denied, or failed');
  }
  switch (outcomeOf(status)) {
    case undefined: {
      const words = 'status is immutable unless transitioning to "Issued", "Denied", or "Failed"';
      return unless(sameMeaning(status, before), words);
    }
    case 'Issued':
      return issuedErrors(spec, status, Date.parse(now));
    default: {
      const isEmpty = text(status, 'certificateChain') === '' && !timeFields.some((field) => has(status, field));
      const words = 'non-condition status fields must be empty when denying or failing the PodCertificateRequest';
      return unless(isEmpty, words);
    }
  }
}

const timeFields = ['notBefore', 'notAfter', 'beginRefreshAt'];
const chainPlace = 'status.certificateChain';
const longestChain = 100 * 1024;

/** Complaints about what was issued. The server stops at the first kind of fault. */
function issuedErrors(spec: ValueMap, status: ValueMap, now: number): Errors {
  const chain = text(status, 'certificateChain');
  const wrong = (words: string) => [invalid(chainPlace, chain, words)];
  if (byteLength(chain) > longestChain) return [tooLong(chainPlace, longestChain)];
  const leaf = firstBlock(chain);
  if (leaf === undefined) return wrong('issued certificate chain must contain at least one certificate');
  if (leaf.block.type !== 'CERTIFICATE') {
    return wrong('issued certificate chain must consist entirely of CERTIFICATE PEM blocks');
  }
  const certificate = readCertificate(leaf.block.bytes);
  if (certificate === undefined) return wrong('leaf certificate does not parse as valid X.509');
  const names = nameErrors(certificate);
  const wanted = readRequest(bytesOfBase64(text(spec, 'stubPKCS10Request')) ?? new Uint8Array());
  if (typeof wanted !== 'string' && wanted.key !== undefined && !isSameKey(wanted.key, certificate.key)) {
    return [...names, ...wrong('leaf certificate was not issued to the requested public key')];
  }
  const missing = missingTimeErrors(status);
  if (names.length + missing.length > 0) return [...names, ...missing];
  const late = timeErrors(certificate, status, count(spec, 'maxExpirationSeconds') ?? 0, now);
  if (late.length > 0) return late;
  for (let next = firstBlock(leaf.rest); next !== undefined; next = firstBlock(next.rest)) {
    // The server's own spelling.
    if (next.block.type !== 'CERTIFICATE') {
      return wrong('issued certificate chain must consist entirely of CERTFICATE PEM blocks');
    }
    if (readCertificate(next.block.bytes) === undefined) {
      return wrong('intermediate certificate does not parse as valid X.509');
    }
  }
  return [];
}

function nameErrors({ hosts, mails }: Certificate): Errors {
  const wrong = (name: string, words: string) => invalid(chainPlace, name, `leaf certificate${words}`);
  return [
    ...hosts.flatMap((host) => [
      ...(host === '' ? [wrong(host, ' should not contain empty DNSName')] : []),
      ...(host.includes('..') ? [wrong(host, "'s DNSName should not contain '..'")] : []),
      ...(/^\.|\.$/.test(host) ? [wrong(host, "'s DNSName should not start or end with '.'")] : []),
    ]),
    ...mails.flatMap((mail) => (isEmail(mail) ? [] : [wrong(mail, ' should not contain invalid EmailAddress')])),
  ];
}

function isSameKey(a: PublicKey, b: PublicKey | undefined): boolean {
  switch (a.kind) {
    case 'RSA':
      return b?.kind === a.kind && a.modulus === b.modulus && a.exponent === b.exponent;
    case 'ECDSA':
      return b?.kind === a.kind && a.curve === b.curve && a.point.join() === b.point.join();
    case 'Ed25519':
    case 'ML-DSA':
      return b?.kind === a.kind && a.bytes.join() === b.bytes.join();
  }
}

function missingTimeErrors(status: ValueMap): Errors {
  return timeFields.flatMap((field) => {
    const what =
      field === 'beginRefreshAt'
        ? 'in the range [notbefore+10min, notafter-10min]'
        : 'consistent with the issued certificate';
    return has(status, field) ? [] : [required(child('status', field), `must be present and ${what}`)];
  });
}

const minute = 60_000;

function timeErrors({ notBefore, notAfter }: Certificate, status: ValueMap, seconds: number, now: number): Errors {
  const timeAt = (field: string) => Date.parse(text(status, field));
  const wrong = (field: string, words: string) => [
    invalid(child('status', field), text(status, field), `must be ${words}`),
  ];
  const lifetime = notAfter - notBefore;
  const tooFar = (words: string) => [
    invalid(chainPlace, BigInt(lifetime) * 1_000_000n, `leaf certificate lifetime must be ${words}`),
  ];
  if (timeAt('notBefore') !== notBefore) {
    return wrong('notBefore', 'set to the NotBefore time encoded in the leaf certificate');
  }
  if (Math.abs(notBefore - now) >= 5 * minute) {
    return wrong('notBefore', "set to within 5 minutes of kube-apiserver's current time");
  }
  if (timeAt('notAfter') !== notAfter) {
    return wrong('notAfter', 'set to the NotAfter time encoded in the leaf certificate');
  }
  if (lifetime < 60 * minute) return tooFar('>= 1 hour');
  if (lifetime > seconds * 1000) return tooFar(`<= spec.maxExpirationSeconds (${seconds})`);
  const refresh = timeAt('beginRefreshAt');
  if (refresh < notBefore + 10 * minute) return wrong('beginRefreshAt', 'at least 10 minutes after status.notBefore');
  if (refresh > notAfter - 10 * minute) return wrong('beginRefreshAt', 'at least 10 minutes before status.notAfter');
  return [];
}

/**
 * The complaint about somebody who changes a status and may sign neither for the signer nor for all of its domain.
 * Upstream: pkg/registry/certificates/podcertificaterequest/strategy.go, pkg/certauthorization IsAuthorizedForSignerName.
 */
export const deniedSigning: NonNullable<KindChecks['deniedReads']> = (request, old, writer) => {
  if (old === undefined || sameAt(request, old, 'status')) return [];
  const signer = text(struct(old, 'spec'), 'signerName');
  const wish = { kind: 'resource', verb: 'sign', group: 'certificates.k8s.io', resource: 'signers' } as const;
  const names = [signer, `${signer.split('/')[0]}/*`];
  const user = permitted(writer.user, writer);
  if (names.some((name) => decide({ ...wish, subresource: '', namespace: '', name }, user, writer).allowed)) return [];
  const words = `User ${quote(user.name)} is not permitted to "sign" for signer ${quote(signer)}`;
  return [forbidden('spec.signerName', words)];
};
