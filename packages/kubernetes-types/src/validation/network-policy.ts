import type { ValueMap } from '@managed-fields/merge-engine';
import {
  declarative,
  type Errors,
  forbidden,
  inVersions,
  invalid,
  invalidAll,
  notSupported,
  required,
} from './errors.ts';
import { at, child, type Field } from './field-path.ts';
import { parseRange, type Range } from './ip.ts';
import { labelSelector } from './label-selector.ts';
import { dns1123Subdomain, portName, portNumber } from './names.ts';
import { count, has, pointer, struct, structs, text, texts } from './object.ts';
import { metadataErrors, metadataUpdateErrors } from './object-meta.ts';
import { isOneOf, isRange } from './scalars.ts';
import { shown } from './shown.ts';

/*
 * Network policies.
 * Upstream: k8s.io/kubernetes pkg/apis/networking/validation/validation.go.
 */

const sides = [
  ['ingress', 'from'],
  ['egress', 'to'],
] as const;

/** Complaints about a new network policy. */
export function networkPolicyErrors(policy: ValueMap): Errors {
  return [
    ...metadataErrors(policy, { namespaced: true, name: dns1123Subdomain }),
    ...specErrors(struct(policy, 'spec'), []),
  ];
}

/** Complaints about a changed network policy. Address ranges that were there before are not checked again. */
export function networkPolicyUpdateErrors(policy: ValueMap, old: ValueMap): Errors {
  const before = sides.flatMap(([side, peers]) =>
    structs(struct(old, 'spec'), side).flatMap((rule) =>
      structs(rule, peers).flatMap((peer) => {
        const block = pointer(peer, 'ipBlock');
        return block === undefined ? [] : [text(block, 'cidr'), ...texts(block, 'except')];
      }),
    ),
  );
  return [...metadataUpdateErrors(policy, old), ...specErrors(struct(policy, 'spec'), before)];
}

function specErrors(spec: ValueMap, before: readonly string[]): Errors {
  const types = texts(spec, 'policyTypes');
  const field = 'spec.policyTypes';
  return [
    ...labelSelector(struct(spec, 'podSelector'), 'spec.podSelector'),
    ...sides.flatMap(([side, peers]) =>
      structs(spec, side).flatMap((rule, i) => {
        const place = at(child('spec', side), i);
        return [
          ...structs(rule, 'ports').flatMap((port, j) => portErrors(port, at(child(place, 'ports'), j))),
          ...structs(rule, peers).flatMap((peer, j) => peerErrors(peer, at(child(place, peers), j), before)),
        ];
      }),
    ),
    ...(types.length > 2
      ? [
          invalid(
            field,
            shown('[]networking.PolicyType', spec.get('policyTypes')),
            'may not specify more than two policyTypes',
          ),
        ]
      : types.flatMap((type, i) => isOneOf(type, ['Ingress', 'Egress'], at(field, i)))),
  ];
}

function portErrors(port: ValueMap, field: Field): Errors {
  const protocol = text(port, 'protocol');
  const protocols = ['TCP', 'UDP', 'SCTP'];
  const value = port.get('port');
  const end = count(port, 'endPort');
  const endField = child(field, 'endPort');
  const errors: Errors[number][] =
    has(port, 'protocol') && !protocols.includes(protocol)
      ? [notSupported(child(field, 'protocol'), protocol, protocols)]
      : [];
  if (typeof value === 'bigint') {
    const first = Number(value);
    errors.push(...invalidAll(child(field, 'port'), value, portNumber(first)));
    if (end === undefined) return errors;
    if (end < first) {
      const words = 'must be greater than or equal to `port`';
      errors.push(
        ...inVersions({ until: 'v1.36' }, [invalid(endField, value, words)]),
        ...inVersions({ from: 'v1.37' }, [invalid(endField, BigInt(end), words)]),
      );
    }
    return [...errors, ...invalidAll(endField, BigInt(end), portNumber(end))];
  }
  if (end !== undefined) {
    const why = typeof value === 'string' ? 'non-numeric' : 'not specified';
    errors.push(invalid(endField, BigInt(end), `may not be specified when \`port\` is ${why}`));
  }
  if (typeof value !== 'string') return errors;
  return [...errors, ...invalidAll(child(field, 'port'), value, portName(value))];
}

function peerErrors(peer: ValueMap, field: Field, before: readonly string[]): Errors {
  const given = ['podSelector', 'namespaceSelector', 'ipBlock'].filter((name) => has(peer, name));
  const block = pointer(peer, 'ipBlock');
  const both = given.length > 1 && block !== undefined;
  return [
    ...labelSelector(pointer(peer, 'podSelector'), child(field, 'podSelector')),
    ...labelSelector(pointer(peer, 'namespaceSelector'), child(field, 'namespaceSelector')),
    ...(block === undefined ? [] : blockErrors(block, child(field, 'ipBlock'), before)),
    ...(given.length === 0 ? [required(field, 'must specify a peer')] : []),
    ...(both ? [forbidden(field, 'may not specify both ipBlock and another peer')] : []),
  ];
}

function blockErrors(block: ValueMap, field: Field, before: readonly string[]): Errors {
  const cidr = text(block, 'cidr');
  if (cidr === '') return declarative('v1.37', [required(child(field, 'cidr'))]);
  const errors = isRange(cidr, child(field, 'cidr'), before);
  const whole = parseRange(cidr);
  if (whole === undefined) return errors;
  return [
    ...errors,
    ...texts(block, 'except').flatMap((except, i) => {
      const place = at(child(field, 'except'), i);
      const part = parseRange(except);
      const outside = part !== undefined && !isStrictPart(part, whole);
      return [
        ...isRange(except, place, before),
        ...(outside ? [invalid(place, except, 'must be a strict subset of `cidr`')] : []),
      ];
    }),
  ];
}

function isStrictPart(part: Range, whole: Range): boolean {
  if (part.address.family !== whole.address.family || part.bits <= whole.bits) return false;
  return whole.address.bytes.every((byte, i) => {
    const bits = Math.max(0, Math.min(8, whole.bits - i * 8));
    const mask = (0xff00 >> bits) & 0xff;
    return (byte & mask) === ((part.address.bytes[i] ?? 0) & mask);
  });
}
