import { bytesOfBase64, isMap, latin1, quote, type ValueMap } from '@managed-fields/merge-engine';
import { firstBlock } from '../certificate/pem.ts';
import { type CertificateRequest, readRequest } from '../certificate/request.ts';
import {
  declarative,
  duplicate,
  type Errors,
  forbidden,
  inVersions,
  invalid,
  notSupported,
  required,
} from './errors.ts';
import { at, child } from './field-path.ts';
import type { NameCheck } from './names.ts';
import { count, struct, structs, text, texts } from './object.ts';
import { metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { shown } from './shown.ts';
import { signerNameErrors } from './signers.ts';

/*
 * Requests for certificates.
 * Upstream: k8s.io/kubernetes pkg/apis/certificates/validation/validation.go.
 */

/** Complaints about a new CertificateSigningRequest. Upstream: ValidateCertificateSigningRequestCreate. */
export function signingRequestErrors(request: ValueMap): Errors {
  return wholeErrors(request, undefined);
}

/**
 * Complaints about a changed one, through its main resource or a subresource: what was bad before may stay.
 * Upstream: validateCertificateSigningRequestUpdate.
 */
export function signingRequestUpdateErrors(request: ValueMap, old: ValueMap, subresource = ''): Errors {
  const certificate = certificateOf(request);
  const isChanged = certificate !== certificateOf(old);
  const place = 'status.certificate';
  return [
    ...wholeErrors(request, old),
    ...keptConditionErrors(request, old),
    ...(subresource === 'approval' ? [] : approvalErrors(request, old)),
    ...(isChanged && subresource !== 'status' ? [forbidden(place, 'updates may not set certificate content')] : []),
    ...(isChanged && subresource === 'status' && certificateOf(old) !== ''
      ? [forbidden(place, 'updates may not modify existing certificate content')]
      : []),
    ...metadataUpdateErrors(request, old),
  ];
}

function certificateOf(request: ValueMap): string {
  return text(struct(request, 'status'), 'certificate');
}

const anyName: NameCheck = () => [];
const legacySigner = 'kubernetes.io/legacy-unknown';
const shortest = 600;

const usages = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
];

/** Upstream: validateCertificateSigningRequest. */
function wholeErrors(request: ValueMap, old: ValueMap | undefined): Errors {
  const spec = struct(request, 'spec');
  const given = requestIn(text(spec, 'request'));
  const fault = typeof given === 'string' ? given : given.signatureFault();
  const isLattice = typeof given !== 'string' && given.key?.kind === 'ML-DSA';
  const about = (words: string) => [invalid('spec.request', shown('[]uint8', spec.get('request')), words)];
  const seconds = count(spec, 'expirationSeconds');
  return [
    ...metadataErrors(request, { namespaced: false, name: anyName }),
    ...(fault === undefined ? [] : inVersions(isLattice ? { until: 'v1.37' } : {}, about(fault))),
    ...usageErrors(texts(spec, 'usages'), texts(struct(old, 'spec'), 'usages')),
    // The feature gate CertificateSigningRequestMLDSA is off.
    ...(isLattice ? inVersions({ from: 'v1.38' }, about('ML-DSA keys cannot be used for requests')) : []),
    ...signerErrors(text(spec, 'signerName'), text(struct(old, 'spec'), 'signerName')),
    ...(seconds !== undefined && seconds < shortest
      ? [
          invalid(
            'spec.expirationSeconds',
            BigInt(seconds),
            'may not specify a duration less than 600 seconds (10 minutes)',
          ),
        ]
      : []),
    ...conditionErrors(request, old),
    ...certificateErrors(certificateOf(request), old === undefined ? undefined : certificateOf(old)),
  ];
}

/** Upstream: validateCSR, pkg/apis/certificates/helpers.go ParseCSR. */
function requestIn(base64: string): CertificateRequest | string {
  const found = firstBlock(bytesAsText(base64));
  if (found?.block.type !== 'CERTIFICATE REQUEST') return 'PEM block type must be CERTIFICATE REQUEST';
  return readRequest(found.block.bytes);
}

function bytesAsText(base64: string): string {
  return latin1(bytesOfBase64(base64) ?? new Uint8Array());
}

function usageErrors(given: readonly string[], before: readonly string[]): Errors {
  const place = 'spec.usages';
  const isRepeated = (all: readonly string[]) => new Set(all).size < all.length;
  const mayBeUnknown = before.some((usage) => !usages.includes(usage));
  return [
    ...(given.length === 0 ? [required(place)] : []),
    ...given.flatMap((usage, i) =>
      mayBeUnknown || usages.includes(usage) ? [] : [notSupported(at(place, i), usage, usages)],
    ),
    ...given.flatMap((usage, i) =>
      isRepeated(before) || given.indexOf(usage) === i ? [] : [duplicate(at(place, i), usage)],
    ),
  ];
}

function signerErrors(signer: string, before: string): Errors {
  if (signer === legacySigner && before !== legacySigner) {
    return [invalid('spec.signerName', signer, 'the legacy signerName is not allowed via this API version')];
  }
  return signerNameErrors(signer, 'spec.signerName');
}

const onlyTrue = ['Approved', 'Denied', 'Failed'];

function conditionsOf(request: ValueMap | undefined): readonly ValueMap[] {
  return structs(struct(request, 'status'), 'conditions');
}

/** Upstream: validateConditions. */
function conditionErrors(request: ValueMap, old: ValueMap | undefined): Errors {
  const before = conditionsOf(old).map((condition) => text(condition, 'type'));
  const types = conditionsOf(request).map((condition) => text(condition, 'type'));
  const mayBeEmpty = before.includes('');
  const mayBeBoth = before.includes('Approved') && before.includes('Denied');
  const mayBeRepeated = new Set(before).size < before.length;
  return [
    ...conditionsOf(request).flatMap((condition, i) => {
      const type = types[i] ?? '';
      const place = at('status.conditions', i);
      return [
        ...(type === '' && !mayBeEmpty ? [required(child(place, 'type'))] : []),
        ...conditionStatusErrors(type, text(condition, 'status'), child(place, 'status')),
        ...(mayBeBoth ? [] : exclusionErrors(type, types.slice(0, i), child(place, 'type'))),
        ...(types.indexOf(type) < i && !mayBeRepeated ? [duplicate(child(place, 'type'), type)] : []),
      ];
    }),
    ...(mayBeBoth || !types.includes('Approved') || !types.includes('Denied') ? [] : bothErrors),
  ];
}

const decisions = ['Approved', 'Denied'].map((type) => `conditions[{"type": "${type}"}]`);

/** What is said of both decisions where they are declared as members of a union. Upstream: pkg/api/validate/union.go. */
const bothErrors = declarative(
  'v1.37',
  inVersions({ from: 'v1.37' }, [
    invalid(
      'status.conditions',
      `{${decisions.join(', ')}}`,
      `must specify at most one of: ${decisions.map((each) => `\`${each}\``).join(', ')}`,
    ),
  ]),
);

function conditionStatusErrors(type: string, status: string, place: string): Errors {
  const known = onlyTrue.includes(type) ? ['True'] : ['False', 'True', 'Unknown'];
  if (status === '') return [required(place)];
  return known.includes(status) ? [] : [notSupported(place, status, known)];
}

/** Approved and Denied exclude each other; until v1.33 the complaint named the condition, from v1.37 on `bothErrors` says it. */
function exclusionErrors(type: string, before: readonly string[], place: string): Errors {
  const other = type === 'Approved' ? 'Denied' : type === 'Denied' ? 'Approved' : undefined;
  if (other === undefined || !before.includes(other)) return [];
  const words = 'Approved and Denied conditions are mutually exclusive';
  return [
    ...inVersions({ until: 'v1.33' }, [invalid(place, type, words)]),
    ...inVersions({ from: 'v1.34', until: 'v1.36' }, [invalid('status.conditions', type, words)]),
  ];
}

/** Upstream: validateCertificate, and the options for what was there before. */
function certificateErrors(certificate: string, before: string | undefined): Errors {
  if (before !== undefined && (certificate === before || certificateFault(before) !== undefined)) return [];
  const fault = certificateFault(certificate);
  return fault === undefined ? [] : [invalid('status.certificate', '<certificate data>', fault)];
}

/** What is wrong with blocks of PEM that should be certificates; into the certificates nobody looks here. */
function certificateFault(base64: string): string | undefined {
  let [rest, blocks] = [bytesAsText(base64), 0];
  if (rest === '') return undefined;
  for (let found = firstBlock(rest); found !== undefined; found = firstBlock(rest)) {
    const { type, headers } = found.block;
    if (type !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found ${quote(type)}`;
    if (headers > 0) return 'no PEM block headers are permitted';
    [rest, blocks] = [found.rest, blocks + 1];
  }
  return blocks === 0 ? 'must contain at least one CERTIFICATE PEM block' : undefined;
}

function countOf(request: ValueMap, type: string): number {
  return conditionsOf(request).filter((condition) => isMap(condition) && text(condition, 'type') === type).length;
}

function keptConditionErrors(request: ValueMap, old: ValueMap): Errors {
  return onlyTrue
    .filter((type) => countOf(request, type) < countOf(old, type))
    .map((type) => forbidden('status.conditions', `updates may not remove a condition of type ${quote(type)}`));
}

/** Only approving adds conditions that approve or deny. */
function approvalErrors(request: ValueMap, old: ValueMap): Errors {
  return ['Approved', 'Denied']
    .filter((type) => countOf(request, type) > countOf(old, type))
    .map((type) => forbidden('status.conditions', `updates may not add a condition of type ${quote(type)}`));
}
