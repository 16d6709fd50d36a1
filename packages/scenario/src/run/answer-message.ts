import { isMap, stringAt, type Value } from '@managed-fields/merge-engine';

/** The words of an answer that refuses: those of its Status, or the text of a router that knows no such path. */
export function messageOf(body: Value | undefined): string | undefined {
  if (typeof body === 'string') return body.trimEnd();
  return isMap(body) ? stringAt(body, 'message') : undefined;
}
