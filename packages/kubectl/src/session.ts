import {
  type ApiRequest,
  type ApiResponse,
  type Cluster,
  catalogOf,
  serve,
  type TypeCatalog,
} from '@managed-fields/api-server';
import type { ClientSideApply, KubectlCommand, KubectlHost, RanCommand, SentRequest } from './host.ts';

/** One command being run: what it was given, what it sends and prints. */
export interface Session {
  readonly command: KubectlCommand;
  readonly host: KubectlHost;
  /** The time of the command, RFC 3339. */
  readonly now: string;
  readonly namespace: string;
  readonly enforceNamespace: boolean;
  /** The kinds that the server knew at the start, and those that came since. */
  readonly catalog: TypeCatalog;
  env(name: string): string;
  /** Sends a request; its warnings are printed, each text once in a command. */
  send(request: ApiRequest): ApiResponse;
  out(text: string): void;
  err(text: string): void;
  /** Keeps what a client-side apply went by. */
  applied(apply: ClientSideApply): void;
}

/** A session, and what has come of it so far. */
export interface OpenSession {
  readonly session: Session;
  result(exitCode: number): RanCommand;
}

/** What kubectl calls itself to the server. */
export function userAgentOf({ release }: KubectlHost): string {
  return `kubectl/${release} (linux/amd64) kubernetes/$Format`;
}

/** Starts a session; `namespace` is the one that the command line names, if it does. */
export function openSession(
  start: Cluster,
  command: KubectlCommand,
  host: KubectlHost,
  now: string,
  namespace: string | undefined,
): OpenSession {
  let cluster = start;
  let stdout = '';
  let stderr = '';
  const requests: SentRequest[] = [];
  const applies: ClientSideApply[] = [];
  const warned = new Set<string>();
  const session: Session = {
    command,
    host,
    now,
    namespace: namespace ?? command.namespace,
    enforceNamespace: namespace !== undefined || (command.enforceNamespace ?? false),
    catalog: rediscovering(catalogOf(start), () => catalogOf(cluster)),
    env: (name) => command.env?.get(name) ?? '',
    send(request) {
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
  };
  return { session, result: (exitCode) => ({ cluster, stdout, stderr, exitCode, requests, applies }) };
}

/** Kinds are asked for once; only one that is not among them is looked for anew. Upstream: k8s.io/client-go restmapper/discovery.go DeferredDiscoveryRESTMapper. */
function rediscovering(known: TypeCatalog, now: () => TypeCatalog): TypeCatalog {
  return {
    find: (group, version, plural) => known.find(group, version, plural) ?? now().find(group, version, plural),
    findKind: (apiVersion, kind) => known.findKind(apiVersion, kind) ?? now().findKind(apiVersion, kind),
    isBuiltinGroup: (group) => known.isBuiltinGroup(group),
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
