/** What the proxy lets through, each as regular expressions of Go (RE2) without commas, by which kubectl splits them. */
export interface Filters {
  readonly acceptPaths: readonly string[];
  readonly rejectPaths: readonly string[];
  readonly rejectMethods: readonly string[];
}

/** Which rights are held back. */
export interface Access {
  /** Only GET. */
  readonly readOnly: boolean;
  /** Secrets as well. */
  readonly secrets: boolean;
}

const version = '(api/v1|apis/[^/]+/[^/]+)';

/** The subresources that show or change the object itself; all others run, reveal or hand out something. */
const subresources = '(status|scale|resize|ephemeralcontainers|approval|finalize)';

/**
 * What the playground asks a cluster for, and nothing else: discovery, schemas, and objects by their paths with those
 * subresources. The proxy compares the decoded path, as the API server does that routes by it, so `%73ecrets` is
 * `secrets` to both; paths that somebody between them could read otherwise (`//`, `/../`, `;`, `%` after decoding) are
 * rejected.
 * Upstream: k8s.io/kubectl pkg/proxy/proxy_server.go FilterServer.accept, which knows neither query nor headers but Host,
 * and matches methods and paths apart from each other.
 */
export function filters({ readOnly, secrets }: Access): Filters {
  const withheld = secrets ? 'bindings' : '(secrets|bindings)';
  return {
    acceptPaths: [
      '^/version$',
      '^/api(/v1)?$',
      '^/apis(/[^/]+(/[^/]+)?)?$',
      '^/openapi/v3(/version|/api(/v1)?|/apis(/[^/]+(/[^/]+)?)?)?$',
      `^/${version}(/namespaces/[^/]+)?/[^/]+(/[^/]+(/${subresources})?)?$`,
    ],
    rejectPaths: [
      // Empty and dotted segments, a slash at the end among them.
      '/(\\.\\.?)?(/|$)',
      '[%;?#\\\\\\x00-\\x20\\x7f]',
      // The old ways to watch and to reach pods, which name the resource one segment later.
      `^/${version}/(watch|proxy|redirect)(/|$)`,
      `^/api/v1/(namespaces/[^/]+/)?${withheld}(/|$)`,
    ],
    // RE2 cannot say "none of these": GET, PATCH, POST and PUT are left of the methods that HTTP has.
    rejectMethods: readOnly ? ['^[^G]'] : ['^[^GP]', '^PR'],
  };
}
