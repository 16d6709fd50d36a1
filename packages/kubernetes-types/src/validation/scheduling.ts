import type { ValueMap } from '@managed-fields/merge-engine';
import { declarative, duplicate, type Errors, forbidden, invalid, notSupported, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { labelSelector } from './label-selector.ts';
import { dns1123Label, dns1123Subdomain, labelValue } from './names.ts';
import { count, has, list, number, pointer, struct, structs, text, textMap, texts } from './object.ts';
import { isOneOf, isQualified, named } from './scalars.ts';

/*
 * Where Pods may run.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go.
 */

const requiredTerms = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferredTerms = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Complaints about the affinity of a Pod. Upstream: validateAffinity. */
export function affinity(spec: ValueMap, field: Field): Errors {
  const given = pointer(spec, 'affinity');
  if (given === undefined) return [];
  const place = child(field, 'affinity');
  return [
    ...nodeAffinity(pointer(given, 'nodeAffinity'), child(place, 'nodeAffinity')),
    ...['podAffinity', 'podAntiAffinity'].flatMap((name) => podAffinity(pointer(given, name), child(place, name))),
  ];
}

function nodeAffinity(given: ValueMap | undefined, field: Field): Errors {
  const needed = pointer(given, requiredTerms);
  return [
    ...(needed === undefined ? [] : nodeSelector(needed, child(field, requiredTerms))),
    ...structs(given, preferredTerms).flatMap((term, i) => {
      const place = at(child(field, preferredTerms), i);
      return [
        ...weight(term, place),
        ...nodeSelectorTerm(struct(term, 'preference'), child(place, 'preference'), false),
      ];
    }),
  ];
}

function weight(term: ValueMap, field: Field): Errors {
  const value = number(term, 'weight');
  if (value > 0 && value <= 100) return [];
  return [invalid(child(field, 'weight'), BigInt(value), 'must be in the range 1-100')];
}

/** Complaints about a selector of nodes. Upstream: ValidateNodeSelector. */
export function nodeSelector(selector: ValueMap, field: Field): Errors {
  const place = child(field, 'nodeSelectorTerms');
  const terms = structs(selector, 'nodeSelectorTerms');
  if (terms.length === 0) return [required(place, 'must have at least one node selector term')];
  return terms.flatMap((term, i) => nodeSelectorTerm(term, at(place, i), true));
}

function nodeSelectorTerm(term: ValueMap, field: Field, checkValues: boolean): Errors {
  return [
    ...structs(term, 'matchExpressions').flatMap((expression, i) =>
      nodeRequirement(expression, at(child(field, 'matchExpressions'), i), checkValues),
    ),
    ...structs(term, 'matchFields').flatMap((expression, i) =>
      nodeFieldRequirement(expression, at(child(field, 'matchFields'), i)),
    ),
  ];
}

function nodeRequirement(expression: ValueMap, field: Field, checkValues: boolean): Errors {
  const values = texts(expression, 'values');
  return [
    ...nodeOperator(text(expression, 'operator'), values.length, field),
    ...isQualified(text(expression, 'key'), child(field, 'key')),
    ...(checkValues ? values.flatMap((value, i) => named(labelValue, value, at(child(field, 'values'), i))) : []),
  ];
}

function nodeOperator(operator: string, values: number, field: Field): Errors {
  const place = child(field, 'values');
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values > 0 ? [] : [required(place, "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      if (values === 0) return [];
      return [forbidden(place, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    case 'Gt':
    case 'Lt':
      return values === 1 ? [] : [required(place, "must be specified single value when `operator` is 'Lt' or 'Gt'")];
    default:
      return [invalid(child(field, 'operator'), operator, 'not a valid selector operator')];
  }
}

function nodeFieldRequirement(expression: ValueMap, field: Field): Errors {
  const values = texts(expression, 'values');
  const operator = text(expression, 'operator');
  const key = text(expression, 'key');
  const one = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
  const known = operator === 'In' || operator === 'NotIn';
  return [
    ...(known ? [] : [invalid(child(field, 'operator'), operator, 'not a valid selector operator')]),
    ...(known && values.length !== 1 ? [required(child(field, 'values'), one)] : []),
    ...(key === 'metadata.name'
      ? values.flatMap((value, i) => named(dns1123Subdomain, value, at(child(field, 'values'), i)))
      : [invalid(child(field, 'key'), key, 'not a valid field selector key')]),
  ];
}

function podAffinity(given: ValueMap | undefined, field: Field): Errors {
  return [
    ...structs(given, requiredTerms).flatMap((term, i) => podTerm(term, at(child(field, requiredTerms), i))),
    ...structs(given, preferredTerms).flatMap((term, i) => {
      const place = at(child(field, preferredTerms), i);
      return [...weight(term, place), ...podTerm(struct(term, 'podAffinityTerm'), child(place, 'podAffinityTerm'))];
    }),
  ];
}

function podTerm(term: ValueMap, field: Field): Errors {
  const topology = text(term, 'topologyKey');
  return [
    ...labelSelector(pointer(term, 'labelSelector'), child(field, 'labelSelector')),
    ...labelSelector(pointer(term, 'namespaceSelector'), child(field, 'namespaceSelector')),
    ...texts(term, 'namespaces').flatMap((name) => named(dns1123Label, name, child(field, 'namespace'))),
    ...labelKeys(term, field),
    ...(topology === '' ? [required(child(field, 'topologyKey'), 'can not be empty')] : []),
    ...isQualified(topology, child(field, 'topologyKey')),
  ];
}

/** Complaints about keys whose values are taken from the Pod. Upstream: ValidateMatchLabelKeysAndMismatchLabelKeys. */
function labelKeys(term: ValueMap, field: Field): Errors {
  const selector = pointer(term, 'labelSelector');
  const matching = texts(term, 'matchLabelKeys');
  const differing = texts(term, 'mismatchLabelKeys');
  const seen = new Set(textMap(selector, 'matchLabels').keys());
  const twice = structs(selector, 'matchExpressions').flatMap((expression) => {
    const key = text(expression, 'key');
    const index = matching.lastIndexOf(key);
    const again = index >= 0 && seen.has(key);
    seen.add(key);
    return again ? [invalid(at(field, index), key, 'exists in both matchLabelKeys and labelSelector')] : [];
  });
  return [
    ...keyList(matching, selector, child(field, 'matchLabelKeys')),
    ...keyList(differing, selector, child(field, 'mismatchLabelKeys')),
    ...twice,
    ...matching.flatMap((key, i) => {
      if (!differing.includes(key)) return [];
      const place = at(child(field, 'matchLabelKeys'), i);
      return [invalid(place, key, 'exists in both matchLabelKeys and mismatchLabelKeys')];
    }),
  ];
}

function keyList(keys: readonly string[], selector: ValueMap | undefined, field: Field): Errors {
  if (keys.length === 0) return [];
  if (selector === undefined) return [forbidden(field, 'must not be specified when labelSelector is not set')];
  return keys.flatMap((key, i) => isQualified(key, at(field, i)));
}

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Complaints about the effect of a taint. */
export function taintEffect(effect: string, field: Field): Errors {
  return isOneOf(effect, effects, field);
}

/** Complaints about the tolerations of a Pod. Upstream: ValidateTolerations. */
export function tolerations(spec: ValueMap, field: Field): Errors {
  return tolerationErrors(structs(spec, 'tolerations'), child(field, 'tolerations'));
}

/** The same about a list that stands elsewhere. */
export function tolerationErrors(given: readonly ValueMap[], field: Field): Errors {
  return given.flatMap((toleration, i) => {
    const place = at(field, i);
    const key = text(toleration, 'key');
    const operator = text(toleration, 'operator');
    const effect = text(toleration, 'effect');
    const errors: Errors[number][] = key === '' ? [] : [...declarative('v1.38', isQualified(key, child(place, 'key')))];
    if (key === '' && operator !== 'Exists') {
      const words = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
      errors.push(invalid(child(place, 'operator'), operator, words));
    }
    if (has(toleration, 'tolerationSeconds') && effect !== 'NoExecute') {
      const words = "effect must be 'NoExecute' when `tolerationSeconds` is set";
      errors.push(invalid(child(place, 'effect'), effect, words));
    }
    errors.push(...tolerationOperator(operator, text(toleration, 'value'), child(place, 'operator')));
    return effect === '' ? errors : [...errors, ...taintEffect(effect, child(place, 'effect'))];
  });
}

function tolerationOperator(operator: string, value: string, field: Field): Errors {
  switch (operator) {
    case '':
    case 'Equal': {
      const complaints = labelValue(value);
      return complaints.length === 0 ? [] : [invalid(field, value, complaints.join(';'))];
    }
    case 'Exists':
      return value === '' ? [] : [invalid(field, value, "value must be empty when `operator` is 'Exists'")];
    case 'Lt':
    case 'Gt':
      return [notSupported(field, operator, ['Equal', 'Exists', 'Lt', 'Gt'])];
    default:
      return [notSupported(field, operator, ['Equal', 'Exists'])];
  }
}

/** Complaints about the topology spread constraints of a Pod. Upstream: validateTopologySpreadConstraints. */
export function spreadConstraints(spec: ValueMap, field: Field): Errors {
  const all = structs(spec, 'topologySpreadConstraints');
  return all.flatMap((constraint, i) => {
    const place = at(child(field, 'topologySpreadConstraints'), i);
    const key = text(constraint, 'topologyKey');
    const action = text(constraint, 'whenUnsatisfiable');
    const again = all
      .slice(i + 1)
      .some((other) => text(other, 'topologyKey') === key && text(other, 'whenUnsatisfiable') === action);
    return [
      ...isAboveZero(number(constraint, 'maxSkew'), child(place, 'maxSkew')),
      ...(key === '' ? [required(child(place, 'topologyKey'), 'can not be empty')] : []),
      ...isOneOf(action, ['DoNotSchedule', 'ScheduleAnyway'], child(place, 'whenUnsatisfiable')),
      ...(again ? [duplicate(child(place, '{topologyKey, whenUnsatisfiable}'), `{${key}, ${action}}`)] : []),
      ...minDomains(constraint, action, child(place, 'minDomains')),
      ...['nodeAffinityPolicy', 'nodeTaintsPolicy'].flatMap((name) =>
        has(constraint, name) ? isOneOf(text(constraint, name), ['Honor', 'Ignore'], child(place, name)) : [],
      ),
      ...labelKeys(constraint, place),
      ...labelSelector(pointer(constraint, 'labelSelector'), child(place, 'labelSelector')),
    ];
  });
}

function isAboveZero(value: number, field: Field): Errors {
  return value > 0 ? [] : [invalid(field, BigInt(value), 'must be greater than zero')];
}

function minDomains(constraint: ValueMap, action: string, field: Field): Errors {
  const domains = count(constraint, 'minDomains');
  if (domains === undefined) return [];
  const words = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`;
  return [
    ...isAboveZero(domains, field),
    ...(action === 'DoNotSchedule' ? [] : [invalid(field, BigInt(domains), words)]),
  ];
}

/** Complaints about scheduling gates. Upstream: validateSchedulingGates. */
export function schedulingGates(spec: ValueMap, field: Field): Errors {
  const seen = new Set<string>();
  return structs(spec, 'schedulingGates').flatMap((gate, i) => {
    const name = text(gate, 'name');
    const place = at(child(field, 'schedulingGates'), i);
    const errors = [...isQualified(name, place), ...(seen.has(name) ? [duplicate(place, name)] : [])];
    seen.add(name);
    return errors;
  });
}

/** Complaints about readiness gates. Upstream: validateReadinessGates. */
export function readinessGates(spec: ValueMap, field: Field): Errors {
  if (list(spec, 'readinessGates').length === 0) return [];
  return structs(spec, 'readinessGates').flatMap((gate, i) =>
    isQualified(text(gate, 'conditionType'), child(at(child(field, 'readinessGates'), i), 'conditionType')),
  );
}
