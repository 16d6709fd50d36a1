import { isPlainMap, numberAt, type PlainMap, plainMapAt, textAt } from '@managed-fields/live-cluster';

/** How much of a request an audit policy has the server write down. */
export type AuditLevel = 'Metadata' | 'Request' | 'RequestResponse';

/** What an event is about. Members are empty where the event has none. */
export interface AuditObject {
  readonly group: string;
  readonly version: string;
  /** In the plural: `deployments`. */
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
}

/** What an audit event says beside its bodies. Upstream: k8s.io/apiserver pkg/apis/audit/v1/types.go Event. */
export interface AuditEvent {
  readonly id: string;
  readonly level: AuditLevel;
  readonly stage: string;
  readonly verb: string;
  readonly uri: string;
  /** The user that the request acted as: the impersonated one where there is one. */
  readonly user: string;
  readonly userAgent: string;
  readonly object: AuditObject;
  /** When the request came in, and when this stage was reached, in RFC 3339 with microseconds. */
  readonly received: string;
  readonly reached: string;
  /** The resourceVersion of the answer; empty where it has none. */
  readonly version: string;
  /** Undefined where the event has no answer. */
  readonly code: number | undefined;
  readonly hasRequest: boolean;
  readonly hasResponse: boolean;
  /** Whether the server left the bodies out because the event was too large. */
  readonly truncated: boolean;
  /** Whether it was authorization that refused the request. */
  readonly forbidden: boolean;
}

/** What a JSON value of a log is. `wrapped` names by what an event is wrapped in, and `foreign` what it is instead. */
export type ReadEvent =
  | { readonly kind: 'event'; readonly event: AuditEvent }
  | { readonly kind: 'list' }
  | { readonly kind: 'no-object' }
  | { readonly kind: 'wrapped'; readonly by: string }
  | { readonly kind: 'foreign'; readonly found: string };

const apiVersions = new Set(['audit.k8s.io/v1', 'audit.k8s.io/v1beta1']);
const levels: ReadonlySet<string> = new Set<AuditLevel>(['Metadata', 'Request', 'RequestResponse']);

/** Reads what a JSON value says as an audit event; anything else is named. */
export function readEvent(value: unknown): ReadEvent {
  if (!isPlainMap(value)) return { kind: 'foreign', found: Array.isArray(value) ? 'list' : typeof value };
  const [apiVersion, kind] = [textAt(value, 'apiVersion'), textAt(value, 'kind')];
  if (kind === 'EventList' && apiVersions.has(apiVersion)) return { kind: 'list' };
  if (kind !== 'Event' || !apiVersions.has(apiVersion)) {
    const by = wrapperOf(value);
    return by === undefined
      ? { kind: 'foreign', found: `${apiVersion} ${kind}`.trim().slice(0, 100) }
      : { kind: 'wrapped', by };
  }
  const level = textAt(value, 'level');
  const reference = plainMapAt(value, 'objectRef');
  if (!isLevel(level) || reference === undefined || textAt(reference, 'resource') === '') return { kind: 'no-object' };
  return { kind: 'event', event: eventOf(value, level, reference) };
}

function isLevel(level: string): level is AuditLevel {
  return levels.has(level);
}

function eventOf(value: PlainMap, level: AuditLevel, reference: PlainMap): AuditEvent {
  const annotations = plainMapAt(value, 'annotations');
  const response = plainMapAt(value, 'responseObject');
  const metadata = plainMapAt(response, 'metadata');
  const received = textAt(value, 'requestReceivedTimestamp') || textAt(value, 'timestamp');
  return {
    id: textAt(value, 'auditID'),
    level,
    stage: textAt(value, 'stage'),
    verb: textAt(value, 'verb'),
    uri: textAt(value, 'requestURI'),
    user: textAt(plainMapAt(value, 'impersonatedUser'), 'username') || textAt(plainMapAt(value, 'user'), 'username'),
    userAgent: textAt(value, 'userAgent'),
    object: {
      group: textAt(reference, 'apiGroup'),
      version: textAt(reference, 'apiVersion'),
      resource: textAt(reference, 'resource'),
      namespace: textAt(reference, 'namespace'),
      // A name that the server made up stands in its answer alone.
      name: textAt(reference, 'name') || (textAt(value, 'verb') === 'create' ? textAt(metadata, 'name') : ''),
      subresource: textAt(reference, 'subresource'),
    },
    received,
    reached: textAt(value, 'stageTimestamp') || received,
    version: textAt(metadata, 'resourceVersion'),
    code: numberAt(plainMapAt(value, 'responseStatus'), 'code'),
    hasRequest: Object.hasOwn(value, 'requestObject') && value['requestObject'] !== null,
    hasResponse: response !== undefined,
    truncated: textAt(annotations, 'audit.k8s.io/truncated') === 'true',
    forbidden: textAt(annotations, 'authorization.k8s.io/decision') === 'forbid',
  };
}

/** What ships logs in JSON of its own, by the members that it has. */
function wrapperOf(value: PlainMap): string | undefined {
  if (Object.hasOwn(value, 'protoPayload')) return 'Google Cloud Logging';
  if (Object.hasOwn(value, 'logEvents') || Object.hasOwn(value, '@message')) return 'CloudWatch';
  const names = ['log', 'message', 'msg', '_source', 'events', 'properties', 'jsonPayload', 'auditEvent', 'records'];
  return names.find((name) => Object.hasOwn(value, name) && mentionsAudit(value[name]));
}

function mentionsAudit(value: unknown): boolean {
  if (typeof value === 'string') return value.slice(0, 2000).includes('audit.k8s.io');
  const first = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'string') return first.slice(0, 2000).includes('audit.k8s.io');
  if (!isPlainMap(first)) return false;
  return Object.values(first).some((each) => typeof each === 'string' && each.slice(0, 2000).includes('audit.k8s.io'));
}

/** Whether a text begins as an audit log does. The first kilobytes are enough. */
export function looksLikeAuditLog(start: string): boolean {
  const text = start
    .slice(0, 4096)
    .trimStart()
    .replace(/^\ufeff/, '')
    .trimStart();
  return /^[{[]/.test(text) && /"apiVersion"\s*:\s*"audit\.k8s\.io\/v1(?:beta1)?"/.test(text);
}
