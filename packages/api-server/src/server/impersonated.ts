import type { RequestUser } from './request.ts';

const extraHeader = 'impersonate-extra-';

/**
 * Whom a client acts for, by the headers of its request: names in small letters, each with its values. Undefined where they
 * name nobody.
 * Upstream: k8s.io/apiserver pkg/endpoints/filters/impersonation/constrained_impersonation.go processImpersonationHeaders.
 */
export function impersonatedUser(headers: ReadonlyMap<string, readonly string[]>): RequestUser | undefined {
  const [name = ''] = headers.get('impersonate-user') ?? [];
  if (name === '') return undefined;
  const [uid = ''] = headers.get('impersonate-uid') ?? [];
  const extra = new Map(
    [...headers].flatMap(([header, values]) =>
      header.startsWith(extraHeader) ? [[unescaped(header.slice(extraHeader.length)), values] as const] : [],
    ),
  );
  return {
    name,
    ...(uid === '' ? {} : { uid }),
    groups: headers.get('impersonate-group') ?? [],
    ...(extra.size === 0 ? {} : { extra }),
  };
}

/** The name that stands in a header, as it is where it cannot be read. */
function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
