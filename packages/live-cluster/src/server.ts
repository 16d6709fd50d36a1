import { plainMapAt, type ReadAnswer, readMap, textAt, textsAt } from './plain.ts';

/** What `/version` says. */
export interface ServerVersion {
  /** `v1.36.3`, `v1.31.4-gke.100` */
  readonly release: string;
}

/** Reads the answer of `/version`. Upstream: apimachinery pkg/version/types.go Info. */
export function readVersion(text: string): ReadAnswer<ServerVersion> {
  const read = readMap(text, (release) => /^v\d+\.\d+\.\d+[0-9A-Za-z.+-]{0,80}$/.test(release), 'gitVersion');
  return read.kind === 'unread' ? read : { kind: 'read', value: { release: textAt(read.value, 'gitVersion') } };
}

/** Who the server takes the user for. */
export interface ClusterUser {
  readonly name: string;
  readonly groups: readonly string[];
}

/** Reads the answer to a SelfSubjectReview. Upstream: k8s.io/api authentication/v1/types.go SelfSubjectReviewStatus. */
export function readUser(text: string): ReadAnswer<ClusterUser> {
  const read = readMap(text, (kind) => kind === 'SelfSubjectReview');
  if (read.kind === 'unread') return read;
  const info = plainMapAt(plainMapAt(read.value, 'status'), 'userInfo');
  return {
    kind: 'read',
    value: { name: textAt(info, 'username').slice(0, 300), groups: textsAt(info, 'groups').slice(0, 100) },
  };
}

/**
 * Reads Warning headers, which a browser joins by commas.
 * Upstream: apimachinery pkg/util/net/http.go ParseWarningHeaders.
 */
export function readWarnings(header: string): readonly string[] {
  const found = header.matchAll(/\b\d{3} \S+ "((?:[^"\\]|\\.)*)"/g);
  return [...found].map(([, quoted = '']) => quoted.replace(/\\(.)/g, '$1'));
}
