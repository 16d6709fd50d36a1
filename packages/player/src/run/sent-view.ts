import { catalogOf } from '@managed-fields/api-server';
import type { SentRequest } from '@managed-fields/kubectl';
import { formatJson, isList, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { printYaml } from '@managed-fields/source';
import type { RequestView, SentRequestView, SentView } from '../playback.ts';
import { admissionViews, objectName } from './admitted.ts';
import { annotateObject } from './annotate.ts';
import type { PlayedStep } from './played-step.ts';
import { isFieldConflict, messageOf } from './refusal.ts';

/** The view of the requests of a command or a tool. Undefined for other steps. */
export function sentView({ sent, after }: PlayedStep): SentView | undefined {
  if (sent === undefined) return undefined;
  const catalog = catalogOf(after.cluster);
  const annotated = (object: ValueMap) => annotateObject(object, catalog, after.admitted.get(objectName(object)));
  const before = sent.find(({ trace }) => trace !== undefined && trace.operation !== 'Get')?.trace?.before;
  return {
    managersBefore: before === undefined ? [] : annotated(before).managers,
    requests: sent.map((each): SentRequestView => {
      const { response, trace, purpose } = each;
      const object = objectOf(each);
      const message = messageOf(response.body);
      return {
        request: requestView(each),
        ...(purpose === undefined ? {} : { purpose }),
        admission: admissionViews(trace, trace && catalog.findKind(trace.apiVersion, trace.kind)),
        code: response.code,
        conflict: isFieldConflict(response),
        ...(message === undefined || response.code < 400 ? {} : { message }),
        ...(trace === undefined || trace.manager === '' ? {} : { manager: trace.manager }),
        result: object === undefined ? undefined : annotated(object),
      };
    }),
  };
}

/** The object that a request wrote, found or returned. */
export function objectOf({ response, trace }: SentRequest): ValueMap | undefined {
  const answered = response.code < 400 && isMap(response.body) ? response.body : undefined;
  return trace?.after ?? trace?.before ?? answered;
}

/** A body as people write it: objects and merge patches as YAML, a JSON patch as JSON. */
function bodyText(value: Value): string {
  return isList(value) ? `${formatJson(value, { indent: 2 })}\n` : printYaml(value).text;
}

/** The view of a request that a command sent. */
export function requestView({
  request: { method, path, query, contentType, userAgent, user, body },
}: SentRequest): RequestView {
  return {
    method,
    path,
    query: [...query],
    ...(contentType === undefined ? {} : { contentType }),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(user === undefined ? {} : { user }),
    ...(body?.kind === 'value' ? { body: bodyText(body.value) } : {}),
  };
}
