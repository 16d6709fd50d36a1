import { impersonatedUser, usualMinor } from '@managed-fields/api-server';
import { compareStrings, quote } from '@managed-fields/merge-engine';

/**
 * Why a server of a minor version (the usual one) refuses headers that name groups, a uid or anything else of a user, and not
 * the user; undefined where they do not. Names of headers are in small letters.
 * Upstream: k8s.io/apiserver pkg/endpoints/filters/impersonation, since v1.36 constrained_impersonation.go
 * processImpersonationHeaders, before that impersonation.go buildImpersonationRequests.
 */
export function whyNobody(headers: ReadonlyMap<string, readonly string[]>, minor = usualMinor): string | undefined {
  if (impersonatedUser(headers) !== undefined) return undefined;
  const asked = impersonatedUser(new Map(headers).set('impersonate-user', ['anybody']));
  if (asked === undefined) return undefined;
  const { uid = '', groups, extra = new Map<string, readonly string[]>() } = asked;
  if (uid === '' && groups.length === 0 && extra.size === 0) return undefined;
  if (minor >= 36) {
    const pairs = [...extra]
      .sort(([a], [b]) => compareStrings(a, b))
      .map(([key, values]) => `${quote(key)}:${list(values)}`);
    const more = pairs.length === 0 ? '(nil)' : `{${pairs.join(', ')}}`;
    const user = `Name:"", UID:${quote(uid)}, Groups:${list(groups)}, Extra:map[string][]string${more}`;
    return `requested &user.DefaultInfo{${user}} without impersonating a user name`;
  }
  const requests = [
    ...groups.map((group) => `{Group  ${group}    }`),
    ...[...extra].flatMap(([key, values]) => values.map((each) => `{UserExtra  ${each}  ${authentication}  ${key}}`)),
    ...(uid === '' ? [] : [`{UID  ${uid}  ${authentication}  }`]),
  ];
  return `requested [${requests.join(' ')}] without impersonating a user`;
}

const authentication = 'authentication.k8s.io/v1';

/** Texts as Go source. */
function list(values: readonly string[]): string {
  return values.length === 0 ? '[]string(nil)' : `[]string{${values.map((each) => quote(each)).join(', ')}}`;
}
