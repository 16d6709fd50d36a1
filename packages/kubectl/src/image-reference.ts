const part = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const host = /^(?:[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*|\[[0-9a-fA-F:]+\])(?::[0-9]+)?$/;
const tag = /^\w[\w.-]{0,127}$/;
const digest = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/;

/**
 * Whether a text names an image: `nginx`, `registry.example.com:5000/team/web:1@sha256:…`. Upstream:
 * github.com/distribution/reference regexp.go ReferenceRegexp.
 */
export function isImageReference(text: string): boolean {
  const [named = '', sum, ...more] = text.split('@');
  if (more.length > 0 || (sum !== undefined && !digest.test(sum))) return false;
  const slash = named.lastIndexOf('/');
  const colon = named.indexOf(':', slash + 1);
  if (colon >= 0 && !tag.test(named.slice(colon + 1))) return false;
  const parts = (colon < 0 ? named : named.slice(0, colon)).split('/');
  const [first = '', ...rest] = parts;
  if (rest.length > 0 && isHost(first)) return rest.every((each) => part.test(each));
  return parts.every((each) => part.test(each));
}

/** Whether a text names a host, and no name in it begins or ends with a dash. */
function isHost(text: string): boolean {
  return host.test(text) && !/(?:^|\.)-|-(?:$|[.:])/.test(text);
}
