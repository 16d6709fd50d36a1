import type { TypeCatalog } from '@managed-fields/api-server';
import { isList, isMap, mapAt, mapFromJson, stringAt, type Value, type ValueMap } from '@managed-fields/merge-engine';
import type { ObjectName, RequestKind, RequestStep } from '@managed-fields/scenario';
import type { AuditEvent } from './event.ts';
import type { KeptEvent } from './kept-events.ts';

/** An event with its bodies. */
export interface RecordedRequest {
  readonly event: AuditEvent;
  readonly line: number;
  /** What was sent; undefined where the log does not have it. */
  readonly body: Value | undefined;
  /** The answer, exactly as the log has it; undefined where it does not. */
  readonly answer: ValueMap | undefined;
  /** `responseStatus`, which every answered event has. */
  readonly status: ValueMap | undefined;
}

/** Reads the bodies of an event. */
export function recordedRequest({ event, text, line }: KeptEvent): RecordedRequest {
  const value = mapFromJson(text);
  return {
    event,
    line,
    body: value?.get('requestObject') ?? undefined,
    answer: mapAt(value, 'responseObject'),
    status: mapAt(value, 'responseStatus'),
  };
}

/** The answer as the whole object; undefined where it is something else, such as a Status or a Scale. */
export function wholeObject({ answer, event }: RecordedRequest): ValueMap | undefined {
  const { group, version } = event.object;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const metadata = mapAt(answer, 'metadata');
  const isIt = stringAt(answer, 'apiVersion') === apiVersion && stringAt(answer, 'kind') !== 'Status';
  return isIt && stringAt(metadata, 'uid') !== undefined && event.object.subresource !== 'scale' ? answer : undefined;
}

/** The name of the object at the version of a request; undefined where nothing says of which kind it is. */
export function nameOf(
  { object }: AuditEvent,
  requests: readonly RecordedRequest[],
  catalog: TypeCatalog,
): ObjectName | undefined {
  const { group, version, resource, namespace, name } = object;
  const kind =
    catalog.find(group, version, resource)?.resource.kind ??
    requests.map((each) => stringAt(wholeObject(each), 'kind')).find((each) => each !== undefined) ??
    requests.map((each) => kindOfBody(each)).find((each) => each !== undefined);
  if (kind === undefined) return undefined;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return { apiVersion, kind, name, ...(namespace === '' ? {} : { namespace }) };
}

function kindOfBody({ body, event }: RecordedRequest): string | undefined {
  const isObject = isMap(body) && event.object.subresource !== 'scale' && event.verb !== 'delete';
  return isObject && stringAt(body, 'apiVersion') !== undefined ? stringAt(body, 'kind') : undefined;
}

/** How the kind of a patch is known, since an audit event has no content type. */
export type KindBasis =
  /** The verb or the body leaves one kind only. */
  | 'certain'
  /** Only this kind gives the recorded answer. */
  | 'answer'
  /** Several kinds give the recorded answer. */
  | 'no-difference'
  /** Nothing decides between several kinds: it is the usual one. */
  | 'usual';

/**
 * The kinds of step that a recorded request may be, the most likely first. An audit event has no content type. A list is
 * a JSON patch; `force`, or an object with its kind under a field manager, is an apply; the words of strategic merge
 * patches are theirs alone, and custom resources have none of these.
 */
export function kindsOfRequest(
  { event, body }: RecordedRequest,
  parameters: ReadonlyMap<string, string>,
  isCustom: boolean,
): readonly RequestKind[] {
  if (event.verb === 'create') return ['create'];
  if (event.verb === 'update') return ['update'];
  if (event.verb === 'delete') return ['delete'];
  if (isList(body)) return ['json-patch'];
  if (parameters.has('force')) return ['apply'];
  const merges: readonly RequestKind[] = isCustom
    ? ['merge-patch']
    : hasDirective(body)
      ? ['strategic-merge-patch']
      : both;
  const isObject = isMap(body) && stringAt(body, 'kind') !== undefined && stringAt(body, 'apiVersion') !== undefined;
  return isObject && (parameters.get('fieldManager') ?? '') !== '' ? ['apply', ...merges] : merges;
}

const both: readonly RequestKind[] = ['strategic-merge-patch', 'merge-patch'];

/** Whether a patch has a word that only strategic merge patches have. */
function hasDirective(value: Value | undefined): boolean {
  if (isList(value)) return value.some(hasDirective);
  if (!isMap(value)) return false;
  return [...value].some(
    ([key, child]) =>
      key === '$patch' ||
      key === '$retainKeys' ||
      /^\$(?:setElementOrder|deleteFromPrimitiveList)\//.test(key) ||
      hasDirective(child),
  );
}

/** The parameters of a request's address, each with its first value. */
export function parametersOf({ uri }: AuditEvent): ReadonlyMap<string, string> {
  const start = uri.indexOf('?');
  const parameters = new Map<string, string>();
  if (start < 0) return parameters;
  for (const part of uri.slice(start + 1).split('&')) {
    const equal = part.indexOf('=');
    const name = decoded(equal < 0 ? part : part.slice(0, equal));
    if (!parameters.has(name)) parameters.set(name, equal < 0 ? '' : decoded(part.slice(equal + 1)));
  }
  return parameters;
}

/** Whether a server answers a request and does not keep what it writes. */
export function isDryRun(event: AuditEvent): boolean {
  return parametersOf(event).get('dryRun') === 'All';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** The settings of a step that a recorded request gives. */
export function settingsOfRequest(
  event: AuditEvent,
  parameters: ReadonlyMap<string, string>,
): Pick<RequestStep, 'manager' | 'userAgent' | 'force' | 'subresource' | 'fieldValidation' | 'dryRun'> {
  const manager = parameters.get('fieldManager') ?? '';
  const validation = parameters.get('fieldValidation');
  const { userAgent } = event;
  const { subresource } = event.object;
  return {
    ...(manager === '' ? {} : { manager }),
    ...(userAgent === '' ? {} : { userAgent }),
    ...(parameters.get('force') === 'true' ? { force: true } : {}),
    ...(subresource === '' ? {} : { subresource }),
    ...(validation === 'Strict' || validation === 'Warn' || validation === 'Ignore'
      ? { fieldValidation: validation }
      : {}),
    ...(parameters.get('dryRun') === 'All' ? { dryRun: true } : {}),
  };
}
