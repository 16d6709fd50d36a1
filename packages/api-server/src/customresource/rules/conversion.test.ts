import { base64, utf8 } from '@managed-fields/merge-engine';
import { expect, it } from 'vitest';
import { bundleComplaints } from './conversion.ts';

const complaint = 'unable to load root certificates: unable to parse bytes as PEM block';
const block = (label: string) => `-----BEGIN ${label}-----\nMIIB\nAAAA\n-----END ${label}-----\n`;

it.each([
  ['a certificate', block('CERTIFICATE'), []],
  ['certificates after other text', `# roots\n${block('CERTIFICATE')}${block('CERTIFICATE')}`, []],
  ['a key', block('PRIVATE KEY'), [complaint]],
  ['a certificate without its end', '-----BEGIN CERTIFICATE-----\nMIIB\n', [complaint]],
  ['text', 'text', [complaint]],
  ['nothing', '', []],
])('a bundle of %s', (_name, bundle, complaints) => {
  expect(bundleComplaints(new Map([['caBundle', base64(utf8(bundle))]]))).toEqual(complaints);
});

it('has nothing to say of a webhook without a bundle', () => {
  expect(bundleComplaints(undefined)).toEqual([]);
  expect(bundleComplaints(new Map())).toEqual([]);
});
