const separator = '(?:[._]|__|-+)';
const pathComponent = `[a-z0-9]+(?:${separator}[a-z0-9]+)*`;
const remoteName = `${pathComponent}(?:/${pathComponent})*`;
const domainComponent = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
const domain = `(?:${domainComponent}(?:\\.${domainComponent})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const digest = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}';
const reference = new RegExp(
  `^((?:${domain}/)?${remoteName})(?::([A-Za-z0-9_][A-Za-z0-9_.-]{0,127}))?(?:@(${digest}))?$`,
);
const identifier = /^[a-f0-9]{64}$/;
const digestHexLengths = new Map([
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
]);
const longestName = 255;

/**
 * The pull policy of an image when none is given: `Always` for the tag latest, given or implied, else `IfNotPresent`,
 * also for a text that is no image name.
 * Upstream: k8s.io/kubernetes pkg/util/parsers/parsers.go ParseImageName; github.com/distribution/reference.
 */
export function pullPolicyOf(image: string): 'Always' | 'IfNotPresent' {
  return tagOf(image) === 'latest' ? 'Always' : 'IfNotPresent';
}

/** The tag of an image name, `latest` where it has neither tag nor digest; undefined where it is no image name. */
function tagOf(image: string): string | undefined {
  if (identifier.test(image)) return undefined;
  const { host, remainder } = splitDomain(image);
  const colon = remainder.indexOf(':');
  const remote = colon < 0 ? remainder : remainder.slice(0, colon);
  if (remote.toLowerCase() !== remote) return undefined;
  const match = reference.exec(`${host}/${remainder}`);
  if (match === null) return undefined;
  const [, name = '', tag, digestText] = match;
  if (name.length > longestName) return undefined;
  if (digestText !== undefined && !isDigest(digestText)) return undefined;
  return tag ?? (digestText === undefined ? 'latest' : '');
}

function splitDomain(image: string): { host: string; remainder: string } {
  const slash = image.indexOf('/');
  const first = image.slice(0, Math.max(slash, 0));
  const named = slash >= 0 && (/[.:]/.test(first) || first === 'localhost' || first.toLowerCase() !== first);
  const host = named ? first : 'docker.io';
  const remainder = named ? image.slice(slash + 1) : image;
  if (host !== 'docker.io' && host !== 'index.docker.io') return { host, remainder };
  return { host: 'docker.io', remainder: remainder.includes('/') ? remainder : `library/${remainder}` };
}

function isDigest(text: string): boolean {
  const colon = text.indexOf(':');
  const hex = text.slice(colon + 1);
  return digestHexLengths.get(text.slice(0, colon)) === hex.length && hex === hex.toLowerCase();
}
