import type { Value, ValueMap } from '@managed-fields/merge-engine';
import { localFile } from './environment.ts';
import { type Errors, invalid, invalidAll, notSupported, required } from './errors.ts';
import { child, type Field } from './field-path.ts';
import { labelSelector } from './label-selector.ts';
import { count, has, pointer, text } from './object.ts';
import { shown, shownSelector } from './shown.ts';
import {
  longestLifetime,
  shortestLifetime,
  signerNameErrors,
  trustBundleName,
  userAnnotationsErrors,
} from './signers.ts';

/*
 * Volumes whose files are certificates.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go validateProjectionSources.
 */

/** Complaints about whose certificates a file holds: those of one bundle, or those of all bundles of a signer. */
export function bundleErrors(bundle: ValueMap, field: Field): Errors {
  const isOfSigner = has(bundle, 'signerName');
  if (!has(bundle, 'name')) {
    return isOfSigner
      ? ofSignerErrors(bundle, field)
      : [required(field, 'either name or signerName must be specified')];
  }
  if (!isOfSigner) return bundleNameErrors(bundle, field);
  const words = 'only one of name and signerName may be used';
  return [invalid(field, shown('*core.ClusterTrustBundleProjection', bundle), words)];
}

function bundleNameErrors(bundle: ValueMap, field: Field): Errors {
  const name = text(bundle, 'name');
  const place = child(field, 'name');
  const selector = pointer(bundle, 'labelSelector');
  const colon = name.lastIndexOf(':');
  const signer = name.slice(0, Math.max(colon, 0)).replaceAll(':', '/');
  const wrong = trustBundleName(signer)(name).map((words) => `not a valid clustertrustbundlename: ${words}`);
  const words = 'labelSelector must be unset if name is specified';
  return [
    ...(name === '' ? [required(place, 'must be a valid object name')] : []),
    ...invalidAll(place, name, wrong),
    ...(selector === undefined ? [] : [invalid(child(field, 'labelSelector'), shownSelector(selector), words)]),
  ];
}

function ofSignerErrors(bundle: ValueMap, field: Field): Errors {
  const signer = text(bundle, 'signerName');
  const place = child(field, 'signerName');
  return [
    ...(signer === '' ? [required(place, 'must be a valid signer name')] : []),
    ...signerNameErrors(signer, place),
    ...labelSelector(pointer(bundle, 'labelSelector'), child(field, 'labelSelector')),
  ];
}

const keyTypes = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519'];

/** Complaints about the key of a certificate, and how long it is wanted for. */
export function keyErrors(certificate: ValueMap, field: Field): Errors {
  const type = text(certificate, 'keyType');
  return [
    ...(keyTypes.includes(type) ? [] : [notSupported(child(field, 'keyType'), type, keyTypes)]),
    ...lifetimeErrors(certificate, child(field, 'maxExpirationSeconds')),
  ];
}

/** Complaints about who is to sign a certificate, and what is said to it. */
export function certificateErrors(certificate: ValueMap, field: Field): Errors {
  return [
    ...signerNameErrors(text(certificate, 'signerName'), child(field, 'signerName')),
    ...userAnnotationsErrors(certificate, 'userAnnotations', child(field, 'userAnnotations')),
  ];
}

function lifetimeErrors(certificate: ValueMap, field: Field): Errors {
  const seconds = count(certificate, 'maxExpirationSeconds');
  if (seconds === undefined) return [];
  const longest = longestLifetime(text(certificate, 'signerName'));
  const wrong = (bound: string) => [
    invalid(field, BigInt(seconds), `if provided, maxExpirationSeconds must be ${bound}`),
  ];
  return [
    ...(seconds < shortestLifetime ? wrong(`>= ${shortestLifetime}`) : []),
    ...(seconds > longest ? wrong(`<= ${longest}`) : []),
  ];
}

/** Makes the complaints about a path that another source has; they show a value. */
export type Conflict = (path: string, shown: Value) => Errors;

const certificateFiles = ['credentialBundlePath', 'keyPath', 'certificateChainPath'];

/** Complaints about the files of a certificate. */
export function certificatePathErrors(certificate: ValueMap, field: Field, conflict: Conflict): Errors {
  const given = certificateFiles.filter((name) => text(certificate, name) !== '');
  if (given.length === 0) {
    return [required(field, 'specify at least one of credentialBundlePath, keyPath, and certificateChainPath')];
  }
  return given.flatMap((name) => {
    const path = text(certificate, name);
    return [...localFile(path, child(field, name)), ...conflict(path, path)];
  });
}
