import { maskTrailingDash } from '@managed-fields/api-server';
import { byteLength, quote, sortedKeys, type ValueMap } from '@managed-fields/merge-engine';
import { type Errors, invalid, required, tooLong } from './errors.ts';
import type { Field } from './field-path.ts';
import { dns1123Label, dns1123Subdomain, type NameCheck, qualifiedName } from './names.ts';
import { textMap } from './object.ts';
import { named } from './scalars.ts';

/*
 * Who signs certificates, and what is said to it.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/names.go.
 */

const mostDomain = 253;
const mostSigner = 571;

/** Complaints about the name of a signer. Upstream: ValidateSignerName. */
export function signerNameErrors(signer: string, field: Field): Errors {
  if (signer === '') return [required(field)];
  const [domain = '', path, ...more] = signer.split('/');
  if (path === undefined || more.length > 0) {
    const words = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    return [invalid(field, signer, words)];
  }
  return [
    ...(domain.length > mostDomain ? [tooLong(field, mostDomain)] : []),
    ...firstPartErrors(domain, dns1123Label, field),
    ...(domain.includes('.')
      ? []
      : [invalid(field, domain, 'should be a domain with at least two segments separated by dots')]),
    ...firstPartErrors(path, dns1123Subdomain, field),
    ...(signer.length > mostSigner ? [tooLong(field, mostSigner)] : []),
  ];
}

/** Complaints about the first bad one of the parts between dots. */
function firstPartErrors(name: string, check: NameCheck, field: Field): Errors {
  const bad = name.split('.').find((part) => check(part).length > 0);
  if (bad === undefined) return [];
  return check(bad).map((words) => invalid(field, name, `validating label ${quote(bad)}: ${words}`));
}

/** The seconds that a Pod's certificate lives at least. */
export const shortestLifetime = 60 * 60;

/** The seconds that a Pod's certificate of a signer lives at most: a day where the signer is one of Kubernetes itself. */
export function longestLifetime(signer: string): number {
  const day = 24 * 60 * 60;
  return isOfKubernetes(signer) ? day : 91 * day;
}

/** Upstream: IsKubernetesSignerName. */
function isOfKubernetes(signer: string): boolean {
  return `.${signer.split('/')[0]}`.endsWith('.kubernetes.io');
}

/** The names that a ClusterTrustBundle of a signer may have, or of none. Upstream: ValidateClusterTrustBundleName. */
export function trustBundleName(signer: string): (name: string, isPrefix?: boolean) => readonly string[] {
  const prefix = signer === '' ? '' : `${signer.replaceAll('/', ':')}:`;
  return (name, isPrefix) => {
    if (signer === '' && name.includes(':')) {
      return ['ClusterTrustBundle without signer name must not have ":" in its name'];
    }
    const rest = name.slice(prefix.length);
    if (name.startsWith(prefix)) return dns1123Subdomain(isPrefix ? maskTrailingDash(rest) : rest);
    return [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${prefix}`];
  };
}

/** The most bytes that all annotations together may have. */
const mostAnnotations = 256 * 1024;

/**
 * Complaints about what a Pod tells the signer of its certificate.
 * Upstream: pkg/apis/core/validation/validation.go ValidateUserAnnotations.
 */
export function userAnnotationsErrors(holder: ValueMap, name: string, field: Field): Errors {
  const annotations = textMap(holder, name);
  const size = [...annotations].reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
  return [
    ...sortedKeys(annotations).flatMap((key) => prefixedKeyErrors(key.toLowerCase(), field)),
    ...(size > mostAnnotations ? [tooLong(field, mostAnnotations)] : []),
  ];
}

/** Upstream: k8s.io/apimachinery pkg/util/validation/validation.go IsDomainPrefixedKey. */
function prefixedKeyErrors(key: string, field: Field): Errors {
  if (key === '') return [required(field)];
  const errors = named(qualifiedName, key, field);
  if (errors.length > 0 || key.includes('/')) return errors;
  return [invalid(field, key, 'must be a domain-prefixed key (such as "acme.io/foo")')];
}
