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
import { failsClosed } from '../policies/hooks.ts';
import { type Match, matchOf } from '../policies/matching.ts';
import { effectOf, type WebhookEffect } from './effect.ts';

/** A webhook of a configuration. */
export interface Webhook {
  readonly type: 'mutating' | 'validating';
  readonly name: string;
  readonly configuration: ValueMap;
  /** What tells it from webhooks of the same name in other configurations. */
  readonly key: string;
  readonly webhook: ValueMap;
}

/** As what a webhook that is called for a request sees the object. */
export interface WebhookCall extends Webhook {
  readonly kind: 'called';
  readonly match: Match;
}

/**
 * The webhooks that a request may meet, by the names of their configurations and in the order of their lists.
 * Upstream: apiserver pkg/admission/configuration/mutating_webhook_manager.go.
 */
export function webhooksFor(attributes: AdmissionAttributes, type: Webhook['type']): readonly Webhook[] {
  if (isExempt(attributes)) return [];
  return objectsOf(attributes.cluster, 'admissionregistration.k8s.io/v1', `${type}webhookconfigurations`)
    .toSorted((a, b) => compareStrings(metadataText(a, 'name'), metadataText(b, 'name')))
    .flatMap((configuration) =>
      mapsAt(configuration, 'webhooks').map((webhook, index) => ({
        type,
        name: String(webhook.get('name')),
        configuration,
        key: `${metadataText(configuration, 'name')}/${index}`,
        webhook,
      })),
    );
}

/**
 * Whether a webhook is called for a request; undefined where not. Its conditions may refuse the request.
 * Upstream: apiserver pkg/admission/plugin/webhook/generic/webhook.go ShouldCallHook.
 */
export function callOf(attributes: AdmissionAttributes, hook: Webhook): WebhookCall | Refusal | undefined {
  const { webhook } = hook;
  const match = matchOfWebhook(attributes, webhook);
  if (match === undefined) return undefined;
  if (webhook.has('matchConditions')) {
    const condition = admissionPolicies().askWebhookConditions(attributes, webhook, match);
    if (condition.kind === 'error') return forbiddenBy(attributes, condition.message);
    if (condition.kind === 'does-not-hold') return undefined;
  }
  return { ...hook, kind: 'called', match };
}

/**
 * Takes down that a webhook is called, and tells what it does; undefined where nobody says it, unless the server is one
 * beside which nothing runs: then it cannot be reached.
 */
export function calledEffect(attributes: AdmissionAttributes, call: WebhookCall): WebhookEffect | undefined {
  const { configuration, name, type, webhook } = call;
  const isBare = attributes.cluster.admission?.controllers === false;
  const effect = effectOf(configuration, name) ?? (isBare ? ({ kind: 'unreachable' } as const) : undefined);
  attributes.call({
    type,
    configuration: metadataText(configuration, 'name'),
    name,
    failurePolicy: failsClosed(webhook) ? 'Fail' : 'Ignore',
    isSaid: effect !== undefined,
  });
  return effect;
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
  const path = stringAt(service, 'path') ?? '';
  const base = stringAt(client, 'url') ?? `https://${serviceName}.${namespace}.svc:${service?.get('port')}${path}`;
  const [, host, ...steps] = base.split(/\/+/);
  const url = `https://${host}/${steps.filter((step) => step !== '').join('/')}?timeout=${webhook.get('timeoutSeconds')}s`;
  const isMissing = service !== undefined && objectAt(cluster, 'v1', 'services', namespace, serviceName) === undefined;
  const why = isMissing ? `service ${quote(serviceName)} not found` : 'context deadline exceeded';
  return internalError(`failed calling webhook ${quote(name)}: failed to call webhook: Post ${quote(url)}: ${why}`);
}

/** A webhook refuses the request. Upstream: apiserver pkg/admission/plugin/webhook/errors/statuserror.go ToStatusErr. */
export function deniedBy(name: string, { message, code }: Extract<WebhookEffect, { kind: 'deny' }>): Refusal {
  const reason = code === 403n ? 'Forbidden' : '';
  const said = message === '' ? reason : message;
  const denied = `admission webhook ${quote(name)} denied the request`;
  const body = new Map<string, Value>([
    ['kind', 'Status'],
    ['apiVersion', 'v1'],
    ['metadata', new Map()],
    ['status', 'Failure'],
    ['message', said === '' ? `${denied} without explanation` : `${denied}: ${said}`],
    ...(reason === '' ? [] : [['reason', reason] as const]),
    ['code', code],
  ]);
  return { kind: 'refused', code: Number(code), body };
}
