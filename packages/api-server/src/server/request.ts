import { assertNever, type Conflict, type MergeTrace, type Value, type ValueMap } from '@managed-fields/merge-engine';
import type { User } from '../catalog/access.ts';

/** One request to the API server. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without the query: `/apis/apps/v1/namespaces/default/deployments/api/scale`. */
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
  readonly contentType?: string;
  /** The manager of an update that names none, up to its first slash. */
  readonly userAgent?: string;
  readonly body?: DecodedBody;
  /** Who sends it; absent for an administrator. */
  readonly user?: RequestUser;
  /** Whether the webhooks that convert custom resources do not answer while it is served. */
  readonly conversionDown?: boolean;
  /** The text of the body; a few messages print its beginning. */
  readonly bodyText?: string;
}

/** Who sends requests as long as nobody says who does: one that may do everything. */
const administrator: User = { name: 'admin', uid: 'admin', groups: ['system:masters', 'system:authenticated'] };

/** Whoever sends a request that is being handled. */
export function requesterOf({ user }: ApiRequest): User {
  return user ?? administrator;
}

/** What a request does, as discovery calls it. */
export function verbOf({ method }: ApiRequest, named: boolean): string {
  switch (method) {
    case 'GET':
      return named ? 'get' : 'list';
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return named ? 'delete' : 'deletecollection';
    default:
      return assertNever(method);
  }
}

/** Somebody who sends requests. */
export interface RequestUser {
  readonly name: string;
  readonly uid?: string;
  /** As they are sent, without those that a server adds; in a request that is being handled with these. */
  readonly groups: readonly string[];
  /** What else is known of the user, by names in small letters. */
  readonly extra?: ReadonlyMap<string, readonly string[]>;
}

/**
 * What else is known of a user, as a server reads it from headers: names in small letters, the values of names that differ only in that
 * under one. Undefined where there is none.
 * Upstream: k8s.io/apiserver pkg/endpoints/filters/impersonation/constrained_impersonation.go processImpersonationHeaders.
 */
export function userExtra(
  named: Iterable<readonly [name: string, values: readonly string[]]>,
): RequestUser['extra'] | undefined {
  const extra = new Map<string, readonly string[]>();
  for (const [name, values] of named) {
    const key = name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
    if (values.length > 0) extra.set(key, [...(extra.get(key) ?? []), ...values]);
  }
  return extra.size === 0 ? undefined : extra;
}

/** A body as Go's parsers read it; package `source` parses it. */
export type DecodedBody =
  | {
      readonly kind: 'value';
      readonly value: Value;
      /** The server's complaints about duplicate keys: `line 7: key "a" already set in map`, `duplicate field "a"`. */
      readonly duplicates: readonly string[];
    }
  /** The message of the parser alone. */
  | { readonly kind: 'malformed'; readonly message: string };

/** The server's answer. */
export interface ApiResponse {
  readonly code: number;
  readonly body: Value;
  /** In the order in which the server sends them. */
  readonly warnings: readonly string[];
}

/** What one admission plugin changed, for explanations: in a trace at the version of the request. */
export interface AdmissionStep {
  /** Upstream's name: `LimitRanger`, `MutatingAdmissionPolicy`. */
  readonly plugin: string;
  /** What asked for the change, where the plugin does what other objects say: the name of a policy. */
  readonly by?: string;
  readonly before: ValueMap;
  readonly after: ValueMap;
}

/** A webhook that a server calls for a request, whatever it then does. */
export interface CalledWebhook {
  readonly type: 'mutating' | 'validating';
  /** The name of the configuration that it stands in. */
  readonly configuration: string;
  readonly name: string;
  readonly failurePolicy: string;
  /** Whether the configuration says what it does (`webhookEffect`), so that it is played. */
  readonly isSaid: boolean;
}

/** The objects and the merge of a request, for explanations. Objects are at the version of the request. */
export interface RequestTrace {
  readonly operation: 'Apply' | 'Update' | 'Delete' | 'Get';
  /** Empty for requests that record no manager. */
  readonly manager: string;
  readonly force: boolean;
  /** `apps/v1` */
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for the main resource. */
  readonly subresource: string;
  /** The object before the request; undefined where there was none. */
  readonly before: ValueMap | undefined;
  /** The object after the request; undefined where it is gone or the request failed. */
  readonly after: ValueMap | undefined;
  /** The configuration of an apply. */
  readonly config: ValueMap | undefined;
  /** The trace of the merge; undefined where none took place. */
  readonly merge: MergeTrace | undefined;
  /** What admission changed, in order. */
  readonly admission: readonly AdmissionStep[];
  /** The webhooks that are called for it, in order; absent where there are none. */
  readonly webhooks?: readonly CalledWebhook[];
  /** The admission plugin that refused the request; absent where none did. */
  readonly refusedBy?: string;
  /** The conflicts for which an apply was refused. */
  readonly conflicts: readonly Conflict[];
}
