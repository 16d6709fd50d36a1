import { mapFromPlain } from '@managed-fields/merge-engine';
import { expect, test } from 'vitest';
import recorded from '../certificate/certificate.cases.json' with { type: 'json' };
import { podCertificateErrors, podCertificateStatusErrors } from './pod-certificate.ts';
import { trustBundleErrors } from './trust-bundle.ts';

/*
 * What is too large to be among the recorded requests, as a server v1.37.2 answered to it.
 */

const anchor = `-----BEGIN CERTIFICATE-----\n${recorded.bases.ca}\n-----END CERTIFICATE-----\n`;
const mebibyte = 1024 * 1024;
const complaints = (errors: readonly { readonly field: string; readonly detail: string }[], about: string) =>
  errors.filter(({ field }) => field === about).map(({ detail }) => detail);

test.each([
  [anchor + 'x'.repeat(mebibyte - anchor.length), []],
  [anchor + 'x'.repeat(mebibyte - anchor.length + 1), ['may not be more than 1048576 bytes']],
  [anchor + 'ä'.repeat((mebibyte - anchor.length) / 2 + 1), ['may not be more than 1048576 bytes']],
  ['x'.repeat(mebibyte), ['at least one trust anchor must be provided']],
])('a bundle %#', (trustBundle, expected) => {
  const bundle = mapFromPlain({ metadata: { name: 'a' }, spec: { trustBundle } });
  expect(complaints(trustBundleErrors(bundle), 'spec.trustBundle')).toEqual(expected);
});

test.each([
  ['stubPKCS10Request', Buffer.alloc(10_240).toString('base64'), ['must be a valid PKCS#10 CSR']],
  ['stubPKCS10Request', Buffer.alloc(10_241).toString('base64'), ['may not be more than 10240 bytes']],
  ['unverifiedUserAnnotations', { 'a.b/c': 'x'.repeat(262_139) }, []],
  ['unverifiedUserAnnotations', { 'a.b/c': 'x'.repeat(262_140) }, ['may not be more than 262144 bytes']],
])('a request with %s %#', (field, value, expected) => {
  const request = mapFromPlain({ metadata: { name: 'a', namespace: 'b' }, spec: { [field]: value } });
  expect(complaints(podCertificateErrors(request), `spec.${field}`)).toEqual(expected);
});

test.each([
  ['x'.repeat(102_400), ['issued certificate chain must contain at least one certificate']],
  ['x'.repeat(102_401), ['may not be more than 102400 bytes']],
])('an issued chain %#', (certificateChain, expected) => {
  const lastTransitionTime = '2026-01-01T00:00:00Z';
  const condition = { type: 'Issued', status: 'True', reason: 'A', message: '', lastTransitionTime };
  const old = { metadata: { name: 'a', namespace: 'b', resourceVersion: '1' }, spec: {}, status: {} };
  const request = { ...old, status: { conditions: [condition], certificateChain } };
  const errors = podCertificateStatusErrors(mapFromPlain(request), mapFromPlain(old), lastTransitionTime);
  expect(complaints(errors, 'status.certificateChain')).toEqual(expected);
});
