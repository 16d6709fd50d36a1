import type { ValueMap } from '@managed-fields/merge-engine';
import { conditions } from './conditions.ts';
import { deviceName, poolName } from './device-names.ts';
import { type Errors, tooMany } from './errors.ts';
import { dns1123Subdomain } from './names.ts';
import { has, list, struct, structAt, text } from './object.ts';
import { type MetadataRules, metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { deviceTaintErrors } from './resource-slice.ts';
import { driverName } from './volume-source.ts';

/*
 * DeviceTaintRules. Upstream: k8s.io/kubernetes pkg/apis/resource/validation/validation.go.
 */

const metadataRules: MetadataRules = { namespaced: false, name: dns1123Subdomain };

/** Complaints about a new rule. */
export function deviceTaintRuleErrors(rule: ValueMap): Errors {
  return [...metadataErrors(rule, metadataRules), ...specErrors(rule)];
}

/** Complaints about a changed rule. */
export function deviceTaintRuleUpdateErrors(rule: ValueMap, old: ValueMap): Errors {
  return [...metadataUpdateErrors(rule, old), ...specErrors(rule, old)];
}

/** Upstream: validateDeviceTaintRuleSpec, validateDeviceTaintSelector. */
function specErrors(rule: ValueMap, old?: ValueMap): Errors {
  const selector = structAt(rule, 'spec', 'deviceSelector');
  const place = 'spec.deviceSelector';
  const check = (name: string, errors: (value: string, field: string) => Errors) =>
    has(selector, name) ? errors(text(selector, name), `${place}.${name}`) : [];
  return [
    ...check('driver', driverName),
    ...check('pool', poolName),
    ...check('device', deviceName),
    ...deviceTaintErrors(structAt(rule, 'spec', 'taint'), 'spec.taint', old && structAt(old, 'spec', 'taint')),
  ];
}

const mostConditions = 8;

/** Complaints about a changed status of a rule. */
export function deviceTaintRuleStatusErrors(rule: ValueMap, old: ValueMap): Errors {
  const status = struct(rule, 'status');
  const count = list(status, 'conditions').length;
  return [
    ...metadataUpdateErrors(rule, old),
    ...conditions(status, 'conditions', 'status'),
    ...(count > mostConditions ? [tooMany('status.conditions', count, mostConditions)] : []),
  ];
}
