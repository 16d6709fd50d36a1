/** How many digits the digests of each algorithm have. Upstream: github.com/opencontainers/go-digest algorithm.go. */
const digits: ReadonlyMap<string, number> = new Map([
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
]);

const longestPath = 255;
const format = 'invalid reference format';

/**
 * What is wrong with the reference to an image that has to name registry, repository and digest, and no tag; undefined where
 * nothing is.
 * Upstream: k8s.io/kubernetes pkg/apis/core/v1/validation.go ValidateCustom_SecurityProfileOCI_Ref;
 * github.com/distribution/reference normalize.go ParseNormalizedNamed, reference.go ParseNamed.
 */
export function imageReferenceFault(text: string): string | undefined {
  const wrong = (cause: string) =>
    `must be a digest-pinned reference in canonical form (<registry>/<repository>@<algorithm>:<digest>): ${cause}`;
  if (/^[a-f0-9]{64}$/.test(text)) {
    return wrong(`invalid repository name (${text}), cannot specify 64-byte hexadecimal strings`);
  }
  const { registry, rest } = withRegistry(text);
  const [repository = ''] = rest.split(':', 1);
  if (repository.toLowerCase() !== repository) {
    return wrong(`${format}: repository name (${repository}) must be lowercase`);
  }
  const whole = `${registry}/${rest}`;
  const parts = partsOf(whole);
  if (parts === undefined) {
    return wrong(partsOf(whole.toLowerCase()) === undefined ? format : 'repository name must be lowercase');
  }
  if (parts.path.length > longestPath) {
    return wrong(`repository name must not be more than ${longestPath} characters`);
  }
  const fault = parts.digest === undefined ? undefined : digestFault(parts.digest);
  if (fault !== undefined) return wrong(fault);
  if (whole !== text) return wrong('repository name must be canonical');
  if (parts.tag !== undefined) return 'must not contain a tag';
  return parts.digest === undefined
    ? 'must be pinned by digest (<registry>/<repository>@<algorithm>:<digest>)'
    : undefined;
}

/** Upstream: normalize.go splitDockerDomain. */
function withRegistry(text: string): { readonly registry: string; readonly rest: string } {
  const at = text.indexOf('/');
  const first = text.slice(0, at);
  const isRegistry = at >= 0 && (first === 'localhost' || /[.:]/.test(first) || first.toLowerCase() !== first);
  const named = isRegistry && first !== 'index.docker.io' ? first : 'docker.io';
  const rest = isRegistry ? text.slice(at + 1) : text;
  return { registry: named, rest: named === 'docker.io' && !rest.includes('/') ? `library/${rest}` : rest };
}

const part = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const label = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?$/;

/** The parts of a reference; undefined where it has no such form. Upstream: reference.go Parse, regexp.go. */
function partsOf(text: string) {
  const at = text.indexOf('@');
  const digest = at < 0 ? undefined : text.slice(at + 1);
  if (digest !== undefined && !isDigest(digest)) return undefined;
  const before = at < 0 ? text : text.slice(0, at);
  const colon = before.indexOf(':', before.lastIndexOf('/'));
  const tag = colon < 0 ? undefined : before.slice(colon + 1);
  if (tag !== undefined && !/^\w[\w.-]{0,127}$/.test(tag)) return undefined;
  const name = colon < 0 ? before : before.slice(0, colon);
  const [first = '', ...others] = name.split('/');
  if (!others.every((each) => part.test(each))) return undefined;
  if (isRegistryName(first)) return { path: others.join('/'), tag, digest };
  return part.test(first) ? { path: name, tag, digest } : undefined;
}

function isRegistryName(text: string): boolean {
  const host = text.replace(/:\d+$/, '');
  return /^\[[a-fA-F0-9:]+\]$/.test(host) || host.split('.').every((each) => label.test(each));
}

function isDigest(text: string): boolean {
  const [algorithm = '', encoded = '', ...more] = text.split(':');
  return (
    more.length === 0 &&
    /^[\da-f]{32,}$/i.test(encoded) &&
    algorithm.split(/[-_+.]/).every((each) => /^[a-z][a-z\d]*$/i.test(each))
  );
}

/** Upstream: github.com/opencontainers/go-digest digest.go Validate. */
function digestFault(digest: string): string | undefined {
  const [algorithm = '', encoded = ''] = digest.split(':');
  const length = digits.get(algorithm);
  if (length === undefined) {
    return algorithm.toLowerCase() === algorithm ? 'unsupported digest algorithm' : 'invalid checksum digest format';
  }
  if (encoded.length !== length) return 'invalid checksum digest length';
  return encoded.toLowerCase() === encoded ? undefined : 'invalid checksum digest format';
}
