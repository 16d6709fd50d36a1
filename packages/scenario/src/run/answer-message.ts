import { isMap, stringAt, type Value } from '@managed-fields/merge-engine';

/** The message of an answer that refuses: that of its Status, or the plain text where the server has no such path. */
export function messageOf(body: Value | undefined): string | undefined {
  if (typeof body === 'string') return body.trimEnd();
  return isMap(body) ? stringAt(body, 'message') : undefined;
}
