import { webhookEffect } from '@managed-fields/api-server';
import { isList, isMap, mapAt, metadataOf, parseJson, stringAt, type ValueMap } from '@managed-fields/merge-engine';

/**
 * What a webhook does, as the reader says it, since a page cannot call one: it changes matching objects by a JSON patch or
 * by an apply configuration, refuses them, or cannot be reached.
 */
export type WebhookEffect =
  | { readonly kind: 'json-patch'; readonly operations: readonly ValueMap[] }
  | { readonly kind: 'configuration'; readonly configuration: ValueMap }
  | { readonly kind: 'deny'; readonly message: string; readonly code: bigint }
  | { readonly kind: 'unreachable' };

/**
 * Reads what the annotations of a configuration say of one of its webhooks: a list of maps is a JSON patch, `{"deny": "…"}`
 * refuses (with `"code"`, else with 403), `"unreachable"` is a webhook that does not answer, another map is an apply
 * configuration. Undefined where nothing is said, or what cannot be read.
 */
export function effectOf(configuration: ValueMap, webhook: string): WebhookEffect | undefined {
  const text = stringAt(mapAt(metadataOf(configuration), 'annotations'), `${webhookEffect}${webhook}`);
  if (text === undefined) return undefined;
  const parsed = parseJson(text);
  if (parsed.kind === 'error') return text.trim() === 'unreachable' ? { kind: 'unreachable' } : undefined;
  const { value } = parsed;
  if (value === 'unreachable') return { kind: 'unreachable' };
  if (isList(value)) return value.every(isMap) ? { kind: 'json-patch', operations: value } : undefined;
  if (!isMap(value)) return undefined;
  const message = stringAt(value, 'deny');
  if (message === undefined) return { kind: 'configuration', configuration: value };
  const code = value.get('code');
  return { kind: 'deny', message, code: typeof code === 'bigint' && code >= 400n ? code : 403n };
}
