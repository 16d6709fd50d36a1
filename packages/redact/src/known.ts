import type { TextRange } from '@managed-fields/source';
import { inTurn } from './finding.ts';

/** Forms of what looks random and is known to be no secret, each in linear time. */
const plain: readonly RegExp[] = [
  // Digests of images and files, also as package managers and browsers write them.
  /\b(?:sha(?:1|224|256|384|512)|md5|blake2b|h1)[-:=][\da-fA-F]{32,128}\b/g,
  /\bsha(?:1|256|384|512)-[A-Za-z\d+/]{27,88}={0,2}/g,
  /\bh1:[A-Za-z\d+/]{43}=/g,
  // A uid.
  /\b[\da-fx]{8}(?:-[\da-fx]{4}){3}-[\da-fx]{12}\b/gi,
  // What an apiserver and its controllers put behind names: k8s.io/apimachinery pkg/util/rand.SafeEncodeString.
  /-[bcdfghjklmnpqrstvwxz2456789]{8,10}(?:-[bcdfghjklmnpqrstvwxz2456789]{5})?\b/g,
  // A commit in the address of a repository, and the version of a Go module that is one.
  /\/(?:blob|commit|commits|tree|raw|tarball|archive)\/[\da-f]{7,40}\b/g,
  /\braw\.githubusercontent\.com\/[\w.-]{1,100}\/[\w.-]{1,100}\/[\da-f]{7,40}\b/g,
  /\bv\d{1,6}\.\d{1,6}\.\d{1,6}-(?:[\w.]{1,20}\.)?\d{14}-[\da-f]{12}\b/g,
  /[?&]ref=[\da-f]{7,40}\b/g,
  // Resources of clouds: AWS, and what they call load balancers, databases and distributions.
  /\b(?:i|ami|vpc|subnet|sg|eni|vol|snap|igw|nat|rtb|acl|eipalloc|eipassoc|lt|asg|tgw|vpce|fs|fsap|rtbassoc|pl|dopt|pcx|vgw|cgw|rds|db|cluster|cr|sgr)-[\da-f]{8,17}\b/g,
  /\b[\w-]{1,80}\.(?:elb|rds|cloudfront|vpce|eks|efs|es|cache|execute-api)\.[\w.-]{1,80}amazonaws\.com\b|\b[a-z\d]{10,20}\.cloudfront\.net\b/g,
  /\b[\w-]{1,80}(?:\.[\w-]{1,40}){0,2}\.(?:elb|rds|vpce|eks|efs|es|cache)\.amazonaws\.com\b/g,
  /\boidc\.eks\.[\w-]{1,40}\.amazonaws\.com\/id\/[A-F\d]{32}\b/g,
  /\b(?:gke|k8s\d?|aks|eks)-[a-z\d]+(?:-[a-z\d]+){1,12}\b/g,
  /\bpvc-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g,
  /\bSHA256:[A-Za-z\d+/]{43}\b|W\/"[\da-f]{8,64}"/g,
  // Files with a hash in their name, packages, addresses of network cards, advisories, periods.
  /\b[\w-]{1,60}[.-][\da-f]{8,20}\.(?:js|css|mjs|map|woff2?|png|svg|json|wasm|html|tar\.gz|tgz)\b/g,
  /\/[\da-f]{40}(?:\.tar\.gz|\.tgz|\.zip)?\b/g,
  /(?<![\w.+-])[a-z][a-z\d.+-]{1,60}_\d[a-z\d.:~+-]{0,60}_(?:amd64|arm64|all|i386|armhf)\.deb\b/g,
  /\b[\da-f]{2}(?:[:-][\da-f]{2}){5}\b/gi,
  /\bGHSA(?:-[\da-z]{4}){3}\b|\bCVE-\d{4}-\d{4,7}\b/g,
  /\bboundary=[\w-]{1,70}/g,
  /\/d\/[\w-]{6,40}(?=\/|$|\?)|\bdocs\.google\.com\/\w+\/d\/[\w-]{10,60}|[?&]v=[\w-]{11}\b/g,
  /\b(?:G|UA|GTM|AW)-[A-Z\d]{6,12}\b/g,
  // Times and IPv6 addresses.
  /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?/g,
  /\b(?:[\da-f]{1,4}:){2,7}[\da-f]{0,4}(?:\/\d{1,3})?/gi,
  // Certificates and public keys.
  /-----BEGIN (?:[A-Z\d]{2,12} ){0,3}(?:TRUSTED CERTIFICATE|CERTIFICATE|PUBLIC KEY|CERTIFICATE REQUEST|X509 CRL|DH PARAMETERS)-----[A-Za-z\d+/=\s\\]{0,100000}-----END [A-Z\d ]{0,40}-----/g,
  // The same without their lines, in DER: a certificate, and public keys of RSA and of curves.
  /\bMII[A-L][A-Za-z\d+/][DTjz](?:ANBgkqhkiG9w0BAQEFAAOC|CC[A-Z][A-Za-z\d+/]{2}gAwIBAgI)[A-Za-z\d+/]{60,20000}={0,2}/g,
  /\b(?:MIG[A-Za-z\d+/]MA0GCSqGSIb3DQEBAQUAA4G|MFkwEwYHKoZIzj0CAQYI|MHYwEAYHKoZIzj0CAQYF|MIGbMBAGByqGSM49AgEG|MCowBQYDK2V[uw])[A-Za-z\d+/]{30,20000}={0,2}/g,
  /\b(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d{3}|sk-(?:ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com) AAAA[A-Za-z\d+/]{30,2000}={0,2}/g,
  /\bage1[ac-hj-np-z02-9]{58}\b/g,
  // Pictures and fonts in an address.
  /\bdata:(?:image|font|application\/(?:font|x-font))[\w.+/-]{0,60}(?:;[\w=-]{1,40}){0,3},[A-Za-z\d+/=%]{0,1000000}/g,
  // Letters and digits in their order, as in the alphabet of a generator; classes of characters; one character again and
  // again; what encryption for a cluster or by SOPS left.
  /(?:abcdefgh|ABCDEFGH|01234567)[A-Za-z\d]{0,80}/g,
  /[-_.]?(?:a-z|A-Z|0-9)(?:a-z|A-Z|0-9|[._/+-])*/g,
  /eEinumkKMGTP/g,
  /([\w+/=.~-])\1{7,}/g,
  /\bENC\[AES256_GCM,[^\][\n]{0,100000}\]/g,
];

/** Names whose value looks random and is none: `checksum/config`, `gitRevision`, `uid`. */
const explains =
  /^checksum[-_./]|(?:commit|container|md5|original-diff|sha(?:1|256|512)?(?:sum)?|hash(?:es)?|digests?|revision|rev|ref|tag|checksum|sum|uid|uuid|guid|version|image|build|trace|span|fingerprint|thumbprint|etag|generation|signature|modulus|publickey|pubkey|cabundle|certificate|cert|crt)s?(?:[-_./]?(?:id|config|configmap|data|name|suffix|key))?$/i;

/** What an explained value may be: hexadecimal digits, or the digits of base32, base36 or base64. */
const explained = /^[\w+/=-]{5,1000}$/;

/**
 * Finds what looks random in a text and is known to be plain: digests, uids, names with a generated end, commits, times,
 * certificates, public keys, pictures. `name` is that of the field; where it says what the value is (`checksum`), all of it
 * is plain. In order, without overlap.
 */
export function knownIn(text: string, name: string): readonly TextRange[] {
  if (name !== '' && explains.test(name.slice(-100)) && explained.test(text)) return [{ from: 0, to: text.length }];
  const found: TextRange[] = [];
  for (const form of plain) {
    for (const match of text.matchAll(form)) found.push({ from: match.index, to: match.index + match[0].length });
  }
  return inTurn(found);
}
