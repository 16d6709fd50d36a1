import { sortedKeys, type ValueMap } from '@managed-fields/merge-engine';
import { amountOf } from './amount.ts';
import { declaredFrom, duplicate, type Errors, forbidden, invalid, required } from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { parseRange } from './ip.ts';
import { dns1123Subdomain, labelValue } from './names.ts';
import { count, pointer, struct, structAt, structs, text, texts } from './object.ts';
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
    ...taints(node),
    ...resources(node),
    ...(capacity === undefined ? [] : isPositive(BigInt(capacity), 'metadata.nodeSwapStatus.capacity')),
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
    ...resources(node),
    ...addresses(struct(node, 'status')),
    ...fixed(struct(node, 'spec'), struct(old, 'spec')),
    ...taints(node),
    ...(text(struct(node, 'spec'), 'externalID') === text(struct(old, 'spec'), 'externalID')
      ? []
      : [forbidden('spec.externalID', 'may not be updated')]),
  ];
}

/** Complaints about taints; the server places them in the metadata. Upstream: validateNodeTaints. */
function taints(node: ValueMap): Errors {
  const seen = new Set<string>();
  return structs(struct(node, 'spec'), 'taints').flatMap((taint, i) => {
    const place = at('metadata.taints', i);
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
  const families = new Set(given.map((range) => parseRange(range)?.address.family));
  if (families.size === 2 && given.length === 2) return errors;
  return [...errors, invalid(field, shown('[]string', given), 'may specify no more than one CIDR for each IP family')];
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
  return [
    ...(old.length === 0 ? [] : Array.from({ length: moved }, () => range('spec.podCIDRs', 'podCIDR'))),
    ...(provider === '' || provider === text(spec, 'providerID')
      ? []
      : providerChange(text(spec, 'providerID'), range)),
  ];
}
