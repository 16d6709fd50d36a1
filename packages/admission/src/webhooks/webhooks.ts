import {
  type AdmissionAttributes,
  forbiddenBy,
  internalError,
  isCustom,
  objectAt,
  objectsOf,
  type Refusal,
} from '@managed-fields/api-server';
import {
  compareStrings,
  listAt,
  mapAt,
  metadataText,
  quote,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { admissionPolicies } from '../admission-policies.ts';
import { mapsAt } from '../attributes.ts';
import { type Match, matchOf } from '../policies/matching.ts';
import { effectOf, type WebhookEffect } from './effect.ts';

/** A webhook that is called for a request, as what it sees the object, and what it does. */
export interface WebhookCall {
  readonly name: string;
  /** What tells it from webhooks of the same name in other configurations. */
  readonly key: string;
  readonly webhook: ValueMap;
  readonly match: Match;
  readonly effect: WebhookEffect;
}

/**
 * The webhooks of a kind that are called for a request, by the names of their configurations and in the order of their
 * lists. Those of which nobody says what they do are taken down and left out, unless the server is one beside which nothing runs: then
 * they cannot be reached.
 * Upstream: apiserver pkg/admission/configuration/mutating_webhook_manager.go, plugin/webhook/generic/webhook.go
 * ShouldCallHook.
 */
export function callsFor(
  attributes: AdmissionAttributes,
  kind: 'mutating' | 'validating',
): readonly WebhookCall[] | Refusal {
  const configurations = [
    ...objectsOf(attributes.cluster, 'admissionregistration.k8s.io/v1', `${kind}webhookconfigurations`),
  ].sort((a, b) => compareStrings(metadataText(a, 'name'), metadataText(b, 'name')));
  const calls: WebhookCall[] = [];
  if (configurations.length === 0 || isExempt(attributes)) return calls;
  for (const configuration of configurations) {
    for (const [index, webhook] of mapsAt(configuration, 'webhooks').entries()) {
      const name = stringAt(webhook, 'name') ?? '';
      const bare = attributes.cluster.admission?.controllers === false;
      const effect = effectOf(configuration, name) ?? (bare ? ({ kind: 'unreachable' } as const) : undefined);
      const match = matchOfWebhook(attributes, webhook);
      if (match === undefined) continue;
      if ((listAt(webhook, 'matchConditions') ?? []).length > 0) {
        const condition = admissionPolicies().askWebhookConditions(attributes, webhook, match);
        if (condition.kind === 'error') return forbiddenBy(attributes, condition.message);
        if (condition.kind === 'does-not-hold') continue;
      }
      const isSaid = effect !== undefined;
      const failurePolicy = stringAt(webhook, 'failurePolicy') ?? 'Fail';
      attributes.call({ type: kind, configuration: metadataText(configuration, 'name'), name, failurePolicy, isSaid });
      if (effect === undefined) continue;
      calls.push({ name, key: `${metadataText(configuration, 'name')}/${index}`, webhook, match, effect });
    }
  }
  return calls;
}

/** Configurations of webhooks and policies are no matter of webhooks. Upstream: predicates/rules/rules.go. */
function isExempt({ endpoint }: AdmissionAttributes): boolean {
  return endpoint.version.resource.group === 'admissionregistration.k8s.io' && !isCustom(endpoint.version);
}

function matchOfWebhook(attributes: AdmissionAttributes, webhook: ValueMap): Match | undefined {
  const rules = listAt(webhook, 'rules') ?? [];
  return rules.length === 0 ? undefined : matchOf(attributes, new Map(webhook).set('resourceRules', rules));
}

/**
 * A webhook that fails closed cannot be reached.
 * Upstream: apiserver pkg/util/webhook/error.go ErrCallingWebhook, pkg/util/webhook/client.go.
 */
export function unreachable({ cluster }: AdmissionAttributes, { name, webhook }: WebhookCall): Refusal {
  const client = mapAt(webhook, 'clientConfig');
  const service = mapAt(client, 'service');
  const [serviceName, namespace] = [stringAt(service, 'name') ?? '', stringAt(service, 'namespace') ?? ''];
  const port = service?.get('port');
  const host = `https://${serviceName}.${namespace}.svc:${typeof port === 'bigint' ? port : 443}`;
  const base = service === undefined ? (stringAt(client, 'url') ?? '') : `${host}${stringAt(service, 'path') ?? ''}`;
  const seconds = webhook.get('timeoutSeconds');
  const url = `${base}?timeout=${typeof seconds === 'bigint' ? seconds : 10}s`;
  const isMissing = service !== undefined && objectAt(cluster, 'v1', 'services', namespace, serviceName) === undefined;
  const why = isMissing ? `service ${quote(serviceName)} not found` : 'context deadline exceeded';
  return internalError(`failed calling webhook ${quote(name)}: failed to call webhook: Post ${quote(url)}: ${why}`);
}

/** A webhook refuses the request. Upstream: apiserver pkg/admission/plugin/webhook/errors/statuserror.go ToStatusErr. */
export function deniedBy(name: string, { message, code }: Extract<WebhookEffect, { kind: 'deny' }>): Refusal {
  const denied = `admission webhook ${quote(name)} denied the request`;
  const body = new Map<string, Value>([
    ['kind', 'Status'],
    ['apiVersion', 'v1'],
    ['metadata', new Map()],
    ['status', 'Failure'],
    ['message', message === '' ? `${denied} without explanation` : `${denied}: ${message}`],
    ...(code === 403n ? [['reason', 'Forbidden'] as const] : []),
    ['code', code],
  ]);
  return { kind: 'refused', code: Number(code), body };
}
