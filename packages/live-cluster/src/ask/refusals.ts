import type { PredictedDryRun } from '@managed-fields/player';
import { listAt, parsedMap, plainMapAt, textAt } from '../plain.ts';
import type { ClusterRequest } from '../request.ts';
import { type AccessRule, failedAnswer, roleFor, ruleOf } from '../status.ts';
import { dryRunRequest, type Reply } from './asking.ts';
import type { WriteAnswer } from './compare.ts';
import type { NotComparable } from './outcome.ts';

/** Why a request without an answer says nothing. */
export function refusalOf(reply: Exclude<Reply, { readonly kind: 'answered' }>): NotComparable {
  switch (reply.kind) {
    case 'unreached':
      return { code: 'unreached', message: reply.message };
    case 'too-large':
      return { code: 'too-large', bytes: reply.bytes };
    case 'front':
      return { code: 'front', reason: reply.reason };
    case 'refused':
      return { code: 'refused', refusal: reply };
  }
}

/** What an answer without success says of the server: that access is missing, or else its message. */
export function forbiddenBy(request: ClusterRequest, { code, text }: WriteAnswer): NotComparable {
  const { message, reason } = failedAnswer(code, text);
  if (code !== 403 || reason !== 'Forbidden') return { code: 'server', status: code, message };
  const rule = withVerbOf(message, ruleOf(request));
  return { code: 'forbidden', message, rule, role: rule === undefined ? '' : roleFor(rule) };
}

const verbs = new Set<string>(['get', 'list', 'watch', 'create', 'update', 'patch']);

/** The rule with the verb that a refusal names: an apply that makes an object needs `create` beside `patch`. */
function withVerbOf(message: string, rule: AccessRule | undefined): AccessRule | undefined {
  const verb = / cannot (\w+) resource /.exec(message)?.[1];
  return rule === undefined || verb === undefined || !verbs.has(verb)
    ? rule
    : { ...rule, verb: verb as AccessRule['verb'] };
}

/** Whether a 404 is about the kind and not about an object of it. */
export function isNoKind({ text }: WriteAnswer): boolean {
  const status = parsedMap(text);
  const details = plainMapAt(status, 'details');
  return textAt(details, 'name') === '' || listAt(details, 'causes').length > 0;
}

/**
 * Why the answer to a dry run says nothing about the prediction; undefined where it does. An answer with the predicted
 * code always does.
 */
export function whyNot(predicted: PredictedDryRun, answer: WriteAnswer): NotComparable | undefined {
  const { code, text } = answer;
  if (code < 400 || code === predicted.code) return undefined;
  const { message, reason } = failedAnswer(code, text);
  if (/does not support dry run/.test(message)) return { code: 'webhook', message };
  const moved = /the object has been modified|^Precondition failed|: Precondition failed: /.test(message);
  if (code === 409 && reason === 'Conflict' && moved) return { code: 'moved', message };
  if (code === 403 && / cannot \w+ resource /.test(message)) return forbiddenBy(dryRunRequest(predicted), answer);
  const about = textAt(plainMapAt(parsedMap(text), 'details'), 'kind');
  if (code === 404 && about === 'namespaces' && predicted.object.kind !== 'Namespace') {
    return { code: 'no-namespace', needs: undefined };
  }
  if (code === 401 || code === 429 || code >= 500) return { code: 'server', status: code, message };
  return undefined;
}
