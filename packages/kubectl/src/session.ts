import {
  type ApiRequest,
  type ApiResponse,
  type Cluster,
  catalogOf,
  type RequestUser,
  serve,
  type TypeCatalog,
} from '@managed-fields/api-server';
import type { ClientSideApply, KubectlCommand, KubectlHost, RanCommand, SentRequest } from './host.ts';
import { cleanPath } from './paths.ts';

/** The state of one running command: its input, and the functions by which it sends and prints. */
export interface Session {
  readonly command: Omit<KubectlCommand, 'line'>;
  readonly host: KubectlHost;
  /** The time of the command, RFC 3339. */
  readonly now: string;
  readonly namespace: string;
  readonly enforceNamespace: boolean;
  /** The kinds that the server had at the start, and those that were added since. */
  readonly catalog: TypeCatalog;
  env(name: string): string;
  /** Sends a request. Each distinct warning is printed once in a command. */
  send(request: ApiRequest): ApiResponse;
  /** Sends a request without the time that it may take. */
  sendUntimed(request: ApiRequest): ApiResponse;
  /** Answers a list whose objects a watch tells first. Watches are none of the requests of a command. */
  watched(request: ApiRequest): ApiResponse;
  out(text: string): void;
  err(text: string): void;
  /** Records the comparison of a client-side apply. */
  applied(apply: ClientSideApply): void;
  /** Reads the standard input; it is empty where there is none. */
  input(): string;
  /** Records that a file is not there. */
  lacks(file: string): void;
  /** Writes a file. */
  write(name: string, text: string): void;
  /** Records the text that an editor shows. */
  opened(text: string): void;
}

/** A session, and its result so far. */
export interface OpenSession {
  readonly session: Session;
  result(exitCode: number): RanCommand;
}

/** The User-Agent of kubectl. */
export function userAgentOf({ release }: KubectlHost): string {
  return `kubectl/${release} (linux/amd64) kubernetes/$Format`;
}

/**
 * Starts a session; `namespace` is the one of the command line, if any. `sent` is what each request has: whom `--as` names, and
 * the time that it may take, `1s`.
 */
export function openSession(
  start: Cluster,
  command: Omit<KubectlCommand, 'line'>,
  host: KubectlHost,
  now: string,
  namespace: string | undefined,
  sent: { readonly user?: RequestUser | undefined; readonly timeout?: string | undefined } = {},
): OpenSession {
  let cluster = start;
  let stdout = '';
  let stderr = '';
  const requests: SentRequest[] = [];
  const applies: ClientSideApply[] = [];
  const warned = new Set<string>();
  const missing = new Set<string>();
  const written = new Map<string, string>();
  let readInput = false;
  let opened: string | undefined;
  const session: Session = {
    command,
    host,
    now,
    namespace: namespace ?? command.namespace,
    enforceNamespace: namespace !== undefined || (command.enforceNamespace ?? false),
    catalog: rediscovering(catalogOf(start), () => catalogOf(cluster)),
    env: (name) => command.env?.get(name) ?? '',
    watched: (asked) => serve(cluster, sent.user === undefined ? asked : { ...asked, user: sent.user }, now).response,
    send: (asked) =>
      session.sendUntimed(
        sent.timeout === undefined ? asked : { ...asked, query: new Map(asked.query).set('timeout', sent.timeout) },
      ),
    sendUntimed(asked) {
      const request = sent.user === undefined ? asked : { ...asked, user: sent.user };
      const served = serve(cluster, request, now);
      cluster = served.cluster;
      const { response, trace } = served;
      requests.push({ request, response, ...(trace === undefined ? {} : { trace }) });
      for (const warning of response.warnings) {
        if (!warned.has(warning)) stderr += `Warning: ${warning}\n`;
        warned.add(warning);
      }
      return response;
    },
    out(text) {
      stdout += text;
    },
    err(text) {
      stderr += text;
    },
    applied: (apply) => void applies.push(apply),
    input() {
      readInput = true;
      if (command.stdin === undefined) missing.add('-');
      return command.stdin ?? '';
    },
    lacks: (file) => void missing.add(file),
    // A file that is there keeps the name that it has.
    write: (name, text) => void written.set(command.files.has(name) ? name : cleanPath(name), text),
    opened(text) {
      opened ??= text;
    },
  };
  const result = (exitCode: number): RanCommand => ({
    ...{ cluster, stdout, stderr, exitCode, requests, applies },
    ...{ missing: [...missing], readInput, written, ...(opened === undefined ? {} : { opened }) },
  });
  return { session, result };
}

/**
 * Returns a catalog that keeps the kinds of the start, and looks for a missing kind once more.
 * Upstream: k8s.io/client-go restmapper/discovery.go DeferredDiscoveryRESTMapper.
 */
function rediscovering(known: TypeCatalog, now: () => TypeCatalog): TypeCatalog {
  return {
    find: (group, version, plural) => known.find(group, version, plural) ?? now().find(group, version, plural),
    findKind: (apiVersion, kind) => known.findKind(apiVersion, kind) ?? now().findKind(apiVersion, kind),
    isBuiltinGroup: (group) => known.isBuiltinGroup(group),
    ...(known.discovered === undefined ? {} : { discovered: () => known.discovered?.() ?? [] }),
    ...(known.described === undefined ? {} : { described: (definition) => known.described?.(definition) ?? {} }),
    ...(known.minor === undefined ? {} : { minor: known.minor }),
    ...(known.worded === undefined ? {} : { worded: known.worded }),
    names() {
      const names = known.names();
      const isKnown = (plural: string, group: string) =>
        names.some((each) => each.plural === plural && each.group === group);
      return [
        ...names,
        ...now()
          .names()
          .filter(({ plural, group }) => !isKnown(plural, group)),
      ];
    },
  };
}
