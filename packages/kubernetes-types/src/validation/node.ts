import {
  byteLength,
  compareStrings,
  isList,
  isMap,
  jsonTypeName,
  parseJson,
  quote,
  sortedKeys,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { amountOf } from './amount.ts';
import {
  declaredFrom,
  duplicate,
  type Errors,
  forbidden,
  internal,
  inVersions,
  invalid,
  otherFrom,
  required,
} from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { parseRange } from './ip.ts';
import { dns1123Subdomain, labelValue } from './names.ts';
import { count, flag, pointer, struct, structAt, structs, text, textMap, texts } from './object.ts';
import { metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { resourceAmount } from './resources.ts';
import { isPositive, isQualified, isRange } from './scalars.ts';
import { taintEffect } from './scheduling.ts';
import { shown } from './shown.ts';

/*
 * Nodes.
 * Upstream: k8s.io/kubernetes pkg/apis/core/validation/validation.go.
 */

/** Complaints about a new Node. */
export function nodeErrors(node: ValueMap): Errors {
  const swap = pointer(structAt(node, 'status', 'nodeInfo'), 'swap');
  const capacity = count(swap, 'capacity');
  return [
    ...metadataErrors(node, { namespaced: false, name: dns1123Subdomain }),
    ...nodeAnnotations(node),
    ...ownTaints(node),
    ...resources(node),
    ...(capacity === undefined ? [] : isPositive(BigInt(capacity), 'metadata.nodeSwapStatus.capacity')),
    ...declaredFeatures(node),
    ...ranges(node),
  ];
}

/** Complaints about a changed Node. */
export function nodeUpdateErrors(node: ValueMap, old: ValueMap): Errors {
  return [...nodeErrors(node), ...nodeStatusErrors(node, old)];
}

/** Complaints about a Node whose status changes. */
export function nodeStatusErrors(node: ValueMap, old: ValueMap): Errors {
  return [
    ...metadataUpdateErrors(node, old),
    ...nodeAnnotations(node),
    ...resources(node),
    ...declaredFeatures(node),
    ...addresses(struct(node, 'status')),
    ...fixed(struct(node, 'spec'), struct(old, 'spec')),
    ...ownTaints(node),
    ...(text(struct(node, 'spec'), 'externalID') === text(struct(old, 'spec'), 'externalID')
      ? []
      : [forbidden('spec.externalID', 'may not be updated')]),
  ];
}

/** The taints of a Node, and where the server places complaints about them: in the metadata. */
function ownTaints(node: ValueMap): Errors {
  return taints(structs(struct(node, 'spec'), 'taints'), 'metadata.taints');
}

/** Complaints about taints. Upstream: validateNodeTaints. */
function taints(given: readonly ValueMap[], field: Field): Errors {
  const seen = new Set<string>();
  return given.flatMap((taint, i) => {
    const place = at(field, i);
    const effect = text(taint, 'effect');
    const complaints = labelValue(text(taint, 'value'));
    const pair = JSON.stringify([effect, text(taint, 'key')]);
    const twice = {
      ...duplicate(place, shown('core.Taint', taint)),
      detail: 'taints must be unique by key and effect pair',
    };
    const errors: Errors = [
      ...isQualified(text(taint, 'key'), child(place, 'key')),
      ...(complaints.length === 0 ? [] : [invalid(child(place, 'value'), text(taint, 'value'), complaints.join(';'))]),
      ...(effect === '' ? [required(child(place, 'effect'))] : taintEffect(effect, child(place, 'effect'))),
      ...(seen.has(pair) ? [twice] : []),
    ];
    seen.add(pair);
    return errors;
  });
}

const taintsAnnotation = 'scheduler.alpha.kubernetes.io/taints';
const avoidAnnotation = 'scheduler.alpha.kubernetes.io/preferAvoidPods';

/** Complaints about annotations that had a meaning for schedulers. Upstream: ValidateNodeSpecificAnnotations. */
function nodeAnnotations(node: ValueMap): Errors {
  const field = 'metadata.annotations';
  const given = textMap(struct(node, 'metadata'), 'annotations');
  const [tainted, avoided] = [given.get(taintsAnnotation) ?? '', given.get(avoidAnnotation) ?? ''];
  const errors: Errors[number][] = [];
  if (tainted !== '') {
    const read = parseJson(tainted);
    if (read.kind === 'error') errors.push(invalid(field, taintsAnnotation, read.message));
    else if (isList(read.value)) {
      errors.push(...taints(read.value.filter(isMap).map(withPlainKeys), child(field, taintsAnnotation)));
    } else if (read.value !== null) {
      errors.push(invalid(field, taintsAnnotation, unread(read.value, '[]core.Taint')));
    }
  }
  if (avoided !== '') {
    const place = child(field, 'AvoidPods');
    const read = parseJson(avoided);
    if (read.kind === 'error') errors.push(invalid(place, avoidAnnotation, read.message));
    else if (isMap(read.value)) {
      structs(withPlainKeys(read.value), 'preferavoidpods').forEach((entry, i) => {
        errors.push(...avoidedPods(entry, child(at(child(field, avoidAnnotation), i), 'PodSignature')));
      });
    } else if (read.value !== null) {
      errors.push(invalid(place, avoidAnnotation, unread(read.value, 'v1.AvoidPods')));
    }
  }
  return errors;
}

/** Upstream: validatePreferAvoidPodsEntry. */
function avoidedPods(entry: ValueMap, field: Field): Errors {
  const controller = pointer(withPlainKeys(struct(withPlainKeys(entry), 'podsignature')), 'podcontroller');
  if (controller === undefined) return [required(field)];
  return flag(withPlainKeys(controller), 'controller') === false
    ? [invalid(child(field, 'PodController', 'Controller'), false, 'must point to a controller')]
    : [];
}

/** A map with its keys in lower case: Go reads JSON without regard to case. */
function withPlainKeys(map: ValueMap): ValueMap {
  return new Map([...map].map(([key, value]) => [key.toLowerCase(), value]));
}

function unread(value: Value, type: string): string {
  return `json: cannot unmarshal ${jsonTypeName(value)} into Go value of type ${type}`;
}

const featureName = /^[A-Z][a-zA-Z0-9]*(?:\/[a-zA-Z][a-zA-Z0-9]*)*$/;
const featureWords =
  "must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes";

/** Complaints about the features that a Node declares, which are sorted. Upstream: validateNodeDeclaredFeatures. */
function declaredFeatures(node: ValueMap): Errors {
  const field = 'status.declaredFeatures';
  const names = texts(struct(node, 'status'), 'declaredFeatures');
  const errors = names.flatMap((name, i) => {
    const found: Errors[number][] = [];
    const long = byteLength(name) > 253;
    if (long || !featureName.test(name)) {
      const words = long ? 'must be no more than 253 characters' : featureWords;
      found.push(invalid(at(field, i), name, `invalid feature name ${quote(name)}: ${words}`));
    }
    const next = names[i + 1];
    if (next === name) found.push(duplicate(at(field, i + 1), next));
    else if (next !== undefined && compareStrings(name, next) > 0) {
      found.push(invalid(at(field, i + 1), next, 'list must be sorted alphabetically'));
    }
    return found;
  });
  return inVersions({ from: 'v1.36' }, errors);
}

function resources(node: ValueMap): Errors {
  return ['capacity', 'allocatable'].flatMap((part) => {
    const amounts = structAt(node, 'status', part);
    return sortedKeys(amounts).flatMap((name) =>
      resourceAmount(name, amountOf(amounts.get(name)), child('status', part, name)),
    );
  });
}

function ranges(node: ValueMap): Errors {
  const field = 'spec.podCIDRs';
  const given = texts(struct(node, 'spec'), 'podCIDRs');
  const errors = given.flatMap((range, i) => isRange(range, at(field, i)));
  if (given.length < 2) return errors;
  const parsed = given.map((range) => parseRange(range));
  const broken = parsed.indexOf(undefined);
  const families = new Set(parsed.map((range) => range?.address.family));
  const words = `invalid CIDR[${broken}]: <nil> (invalid CIDR address: ${given[broken]})`;
  return [
    ...errors,
    ...(broken === -1
      ? []
      : [internal(field, `invalid PodCIDRs. failed to check with dual stack with error:${words}`)]),
    ...(broken === -1 && families.size === 2 && given.length === 2
      ? []
      : [invalid(field, shown('[]string', given), 'may specify no more than one CIDR for each IP family')]),
  ];
}

function addresses(status: ValueMap): Errors {
  const all = structs(status, 'addresses');
  const keys = all.map((address) => JSON.stringify([text(address, 'type'), text(address, 'address')]));
  return all.flatMap((address, i) => {
    if (keys.indexOf(keys[i] ?? '') === i) return [];
    return [duplicate(at('status.addresses', i), shown('core.NodeAddress', address))];
  });
}

function providerChange(provider: string, range: (field: Field, name: string) => Errors[number]): Errors {
  const words = provider === '' ? 'field cannot be cleared once set' : 'field cannot be modified once set';
  return declaredFrom('v1.37', [range('spec.providerID', 'providerID')], [invalid('spec.providerID', null, words)]);
}

/** Complaints about changes of fields that are set once and for all. */
function fixed(spec: ValueMap, before: ValueMap): Errors {
  const range = (field: Field, name: string) =>
    forbidden(field, `node updates may not change ${name} except from "" to valid`);
  const [ranges, old] = [texts(spec, 'podCIDRs'), texts(before, 'podCIDRs')];
  const moved = old.length === ranges.length ? old.filter((one, i) => one !== ranges[i]).length : 1;
  const provider = text(before, 'providerID');
  const moving = () => range('spec.podCIDRs', 'podCIDR');
  const cleared = invalid('spec.podCIDRs', null, 'field cannot be cleared once set');
  const changed = moved === 0 ? [] : [ranges.length === 0 ? cleared : moving()];
  return [
    ...(old.length === 0 ? [] : otherFrom('v1.38', Array.from({ length: moved }, moving), changed)),
    ...(provider === '' || provider === text(spec, 'providerID')
      ? []
      : providerChange(text(spec, 'providerID'), range)),
  ];
}
