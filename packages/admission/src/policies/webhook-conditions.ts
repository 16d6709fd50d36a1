import type { AdmissionAttributes } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';
import { minorOf } from '../attributes.ts';
import { activationOf, type Inputs, mostOfConditions } from './activation.ts';
import { compiledPolicy } from './compiled.ts';
import { askConditions, type Condition } from './conditions.ts';
import { failsClosed } from './hooks.ts';
import { conditionMatch, type Match } from './matching.ts';
import { requestValue } from './request.ts';
import { seenTypes } from './seen-types.ts';
import { toMatched } from './versioned.ts';

/**
 * What the match conditions of a webhook say of a request. They see no namespace, params or variables.
 * Upstream: apiserver pkg/admission/plugin/webhook/generic/webhook.go ShouldCallHook.
 */
export function askWebhookConditions(attributes: AdmissionAttributes, webhook: ValueMap, match: Match): Condition {
  const policy = compiledPolicy(webhook, minorOf(attributes));
  const shown = (object: ValueMap | undefined) => {
    const versioned = object && toMatched(attributes, match.kind, object);
    return versioned?.kind === 'converted' ? versioned.object : undefined;
  };
  const inputs: Inputs = {
    object: shown(attributes.object),
    old: shown(attributes.old),
    request: requestValue(conditionMatch(match)),
    params: undefined,
    types: seenTypes(attributes, match.kind, undefined),
    namespace: undefined,
    authorizer: attributes,
  };
  return askConditions(policy, activationOf(policy, inputs, mostOfConditions), failsClosed(webhook));
}
