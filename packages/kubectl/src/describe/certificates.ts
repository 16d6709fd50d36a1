import { humanDuration } from '@managed-fields/api-server/tables';
import { mapAt, metadataOf, type ValueMap } from '@managed-fields/merge-engine';
import { fail, notPlayed } from '../failure.ts';
import { type CertificateRequest, readRequest } from './certificate-request.ts';
import { bytesIn } from './containers.ts';
import { type Describe, fetchEvents, nameOf, timeOf } from './describing.ts';
import { type Description, longTime } from './description.ts';
import { conditionsOf, labelsText, writeEvents } from './shared.ts';
import { numberAt, textAt } from './values.ts';

/** Upstream: kubectl pkg/describe/describe.go CertificateSigningRequestDescriber. */
export const describeSigningRequest: Describe = (out, request, describing) => {
  const found = fetchEvents(request, describing);
  const read = readRequest(bytesIn(mapAt(request, 'spec')?.get('request')));
  if (typeof read === 'string') return fail(`Error parsing CSR: ${read}`);
  if (read === undefined) return notPlayed({ kind: 'describe', what: 'CertificateSigningRequest' });
  writeRequest(out, request, read);
  writeEvents(out, found, timeOf(describing));
  return undefined;
};

/** Upstream: describe.go describeCertificateSigningRequest. */
function writeRequest(out: Description, request: ValueMap, read: CertificateRequest): void {
  const [metadata, spec] = [metadataOf(request), mapAt(request, 'spec')];
  out.line(0, 'Name', nameOf(request));
  out.line(0, 'Labels', labelsText(mapAt(metadata, 'labels')));
  out.line(0, 'Annotations', labelsText(mapAt(metadata, 'annotations')));
  out.line(0, 'CreationTimestamp', longTime(metadata, 'creationTimestamp'));
  out.line(0, 'Requesting User', textAt(spec, 'username'));
  if (textAt(spec, 'signerName') !== '') out.line(0, 'Signer', textAt(spec, 'signerName'));
  if (spec?.has('expirationSeconds')) {
    out.line(0, 'Requested Duration', humanDuration(Number(numberAt(spec, 'expirationSeconds'))));
  }
  out.line(0, 'Status', statusText(request));
  const { subject, dnsNames, emailAddresses, uris, ipAddresses } = read;
  out.write(0, 'Subject:\n');
  out.line(0, '\tCommon Name', subject.get(3)?.at(-1) ?? '');
  out.line(0, '\tSerial Number', subject.get(5)?.at(-1) ?? '');
  for (const [title, number] of subjectTitles) writeList(out, title, subject.get(number) ?? []);
  if ([dnsNames, emailAddresses, uris, ipAddresses].flat().length === 0) return;
  out.write(0, 'Subject Alternative Names:\n');
  writeList(out, 'DNS Names', dnsNames);
  writeList(out, 'Email Addresses', emailAddresses);
  writeList(out, 'URIs', uris);
  writeList(out, 'IP Addresses', ipAddresses);
}

/** What a subject has of several values, and the last number of its identifier. */
const subjectTitles = [
  ['Organization', 10],
  ['Organizational Unit', 11],
  ['Country', 6],
  ['Locality', 7],
  ['Province', 8],
  ['StreetAddress', 9],
  ['PostalCode', 17],
] as const;

function writeList(out: Description, title: string, values: readonly string[]): void {
  if (values.length > 0) out.line(0, `\t${title}`, values.join('\n\t\t'));
}

/** Upstream: describe.go extractCSRStatus. */
function statusText(request: ValueMap): string {
  const types = conditionsOf(request).map((each) => textAt(each, 'type'));
  const verdict = types.includes('Denied') ? 'Denied' : types.includes('Approved') ? 'Approved' : 'Pending';
  const failed = types.includes('Failed') ? ',Failed' : '';
  return `${verdict}${failed}${textAt(mapAt(request, 'status'), 'certificate') === '' ? '' : ',Issued'}`;
}
