import { type ApiRequest, type DecodedBody, pathOf, type RequestUser, userExtra } from '@managed-fields/api-server';
import { assertNever, formatJson, type Value } from '@managed-fields/merge-engine';
import type { RequestStep, StepUser } from '@managed-fields/scenario';
import type { RequestView } from '../playback.ts';
import type { StepText } from './step-text.ts';
import type { Target } from './target.ts';

/** A request in two forms: as the engine takes it, and as the page shows it. */
export interface BuiltRequest {
  readonly request: ApiRequest;
  readonly view: RequestView;
}

/** The method, path and body of a request, by the kind of step. */
interface Form {
  readonly method: ApiRequest['method'];
  readonly subresource: string;
  readonly contentType?: string;
  readonly body?: string;
  readonly decoded?: DecodedBody;
}

/** The body that empties managedFields, as the documentation of Kubernetes has it. */
const resetBody = '{"metadata":{"managedFields":[{}]}}';

/** Builds the request of a step about an object. */
export function requestOf(step: RequestStep, text: StepText, target: Target): BuiltRequest {
  const form = formOf(step, text);
  const path = pathOf(step.kind === 'create' ? { ...target, name: '' } : target, form.subresource);
  const query = queryOf(step);
  const { method, contentType, body, decoded } = form;
  const sender = step.user === undefined ? {} : { user: requestUser(step.user) };
  return {
    request: {
      method,
      path,
      query: new Map(query),
      ...(contentType === undefined ? {} : { contentType }),
      ...(step.userAgent === undefined ? {} : { userAgent: step.userAgent }),
      ...(decoded === undefined ? {} : { body: decoded }),
      ...sender,
      ...(step.conversionDown === true ? { conversionDown: true } : {}),
    },
    view: {
      method,
      path,
      query,
      ...(contentType === undefined ? {} : { contentType }),
      ...(step.userAgent === undefined ? {} : { userAgent: step.userAgent }),
      ...sender,
      ...(body === undefined ? {} : { body }),
    },
  };
}

/** Who sends a request, as a server knows him once a header for each extra value was read. */
function requestUser({ name, groups = [], uid, extra = {} }: StepUser): RequestUser {
  const values = userExtra(Object.entries(extra));
  return { name, groups, ...(uid ? { uid } : {}), ...(values === undefined ? {} : { extra: values }) };
}

function formOf({ kind, subresource = '' }: RequestStep, text: StepText): Form {
  switch (kind) {
    case 'apply':
      return { method: 'PATCH', subresource, ...asWritten(text, 'application/apply-patch+yaml') };
    case 'create':
      return { method: 'POST', subresource: '', ...asWritten(text, 'application/yaml') };
    case 'update':
      return { method: 'PUT', subresource, ...asWritten(text, 'application/yaml') };
    case 'merge-patch':
      return { method: 'PATCH', subresource, ...asJson(text, 'application/merge-patch+json') };
    case 'strategic-merge-patch':
      return { method: 'PATCH', subresource, ...asJson(text, 'application/strategic-merge-patch+json') };
    case 'json-patch':
      return { method: 'PATCH', subresource, ...asJson(text, 'application/json-patch+json') };
    case 'scale':
      return { method: 'PATCH', subresource: 'scale', ...patchOf(text, scaleBody) };
    case 'status':
      return { method: 'PATCH', subresource: 'status', ...patchOf(text, (value) => value) };
    case 'reset':
      return {
        method: 'PATCH',
        subresource: '',
        ...(text.isEmpty ? jsonBody(resetBody, mergePatch) : asJson(text, mergePatch)),
      };
    case 'delete':
      return { method: 'DELETE', subresource: '' };
    default:
      return assertNever(kind);
  }
}

const mergePatch = 'application/merge-patch+json';

type Body = Pick<Form, 'contentType' | 'body' | 'decoded'>;

function asWritten(text: StepText, contentType: string): Body {
  return { contentType, body: text.text, decoded: text.decode(contentType) };
}

/** The body of a patch as JSON. A patch written in YAML is turned into JSON, as kubectl does. */
function asJson(text: StepText, contentType: string): Body {
  if (/^\s*[{[]/.test(text.text)) return asWritten(text, contentType);
  const { value } = text;
  if (value === undefined) return { contentType, body: text.text, decoded: text.decode('application/yaml') };
  return { contentType, body: formatJson(value), decoded: { kind: 'value', value, duplicates: [] } };
}

function jsonBody(body: string, contentType: string): Body {
  return { contentType, body, decoded: { kind: 'value', value: resetValue, duplicates: [] } };
}

const resetValue: Value = new Map([['metadata', new Map([['managedFields', [new Map()]]])]]);

/** A list is sent as a JSON patch, anything else as a merge patch. */
function patchOf(text: StepText, toBody: (value: Value) => Value): Body {
  const { value } = text;
  if (Array.isArray(value)) return asJson(text, 'application/json-patch+json');
  const body = value === undefined ? undefined : toBody(value);
  if (body === undefined || body === value) return asJson(text, mergePatch);
  return { contentType: mergePatch, body: formatJson(body), decoded: { kind: 'value', value: body, duplicates: [] } };
}

/** A bare number is taken as the number of replicas. */
function scaleBody(value: Value): Value {
  return typeof value === 'bigint' ? new Map([['spec', new Map([['replicas', value]])]]) : value;
}

function queryOf(step: RequestStep): readonly (readonly [string, string])[] {
  const query: (readonly [string, string])[] = [];
  if (step.manager !== undefined && step.manager !== '') query.push(['fieldManager', step.manager]);
  if (step.force === true) query.push(['force', 'true']);
  if (step.fieldValidation !== undefined) query.push(['fieldValidation', step.fieldValidation]);
  if (step.dryRun === true) query.push(['dryRun', 'All']);
  return query;
}
