import { byteLength, type ValueMap } from '@managed-fields/merge-engine';
import { readCertificate } from '../certificate/certificate.ts';
import { firstBlock, type PemBlock } from '../certificate/pem.ts';
import { type Errors, immutableUnshown, invalid, tooLong } from './errors.ts';
import { struct, text } from './object.ts';
import { metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { signerNameErrors, trustBundleName } from './signers.ts';

/*
 * Bundles of certificates that a cluster trusts.
 * Upstream: k8s.io/kubernetes pkg/apis/certificates/validation/validation.go.
 */

/** Complaints about a new ClusterTrustBundle. Upstream: ValidateClusterTrustBundle. */
export function trustBundleErrors(bundle: ValueMap): Errors {
  return [...nameErrors(bundle), ...certificatesErrors(text(struct(bundle, 'spec'), 'trustBundle'))];
}

/** Complaints about a changed one. Certificates that stay are not read again. Upstream: ValidateClusterTrustBundleUpdate. */
export function trustBundleUpdateErrors(bundle: ValueMap, old: ValueMap): Errors {
  const [spec, before] = [struct(bundle, 'spec'), struct(old, 'spec')];
  const [certificates, signer] = [text(spec, 'trustBundle'), text(spec, 'signerName')];
  return [
    ...nameErrors(bundle),
    ...(certificates === text(before, 'trustBundle') ? [] : certificatesErrors(certificates)),
    ...metadataUpdateErrors(bundle, old),
    ...(signer === text(before, 'signerName') ? [] : immutableUnshown('v1.38', 'spec.signerName', signer)),
  ];
}

function nameErrors(bundle: ValueMap): Errors {
  const signer = text(struct(bundle, 'spec'), 'signerName');
  return [
    ...metadataErrors(bundle, { namespaced: false, name: trustBundleName(signer), maskPrefix: false }),
    ...(signer === '' ? [] : signerNameErrors(signer, 'spec.signerName')),
  ];
}

const most = 1024 * 1024;
const place = 'spec.trustBundle';
const omitted = (words: string) => invalid(place, '<value omitted>', words);

/** Upstream: validateTrustBundle. */
function certificatesErrors(bundle: string): Errors {
  if (byteLength(bundle) > most) return [tooLong(place, most)];
  const blocks: PemBlock[] = [];
  for (let found = firstBlock(bundle); found !== undefined; found = firstBlock(found.rest)) blocks.push(found.block);
  const faults = blocks.flatMap((block, i) => {
    const fault = faultOf(block);
    return fault === undefined ? [] : [omitted(`entry ${i} ${fault}`)];
  });
  if (faults.length > 0) return faults;
  return blocks.length === 0 ? [omitted('at least one trust anchor must be provided')] : repeatedErrors(blocks);
}

function faultOf({ type, headers, bytes }: PemBlock): string | undefined {
  if (type !== 'CERTIFICATE') return `has bad block type: ${type}`;
  if (headers > 0) return 'has PEM block headers';
  const certificate = readCertificate(bytes);
  if (certificate === undefined) return 'does not parse as X.509';
  return certificate.isAuthority ? undefined : 'does not have the CA bit set';
}

function repeatedErrors(blocks: readonly PemBlock[]): Errors {
  const places = new Map<string, number[]>();
  for (const [i, { bytes }] of blocks.entries()) {
    const key = bytes.join();
    places.set(key, [...(places.get(key) ?? []), i]);
  }
  return [...places.values()]
    .filter(({ length }) => length > 1)
    .map((indexes) => omitted(`duplicate trust anchor (indices [${indexes.join(' ')}])`));
}
