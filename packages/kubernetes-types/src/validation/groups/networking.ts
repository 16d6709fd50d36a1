import type { ValueMap } from '@managed-fields/merge-engine';
import { rangeWarnings } from '../../warnings/address.ts';
import { ingressAddressWarnings } from '../../warnings/service.ts';
import { at, child } from '../field-path.ts';
import {
  ingressClassErrors,
  ingressClassUpdateErrors,
  ingressErrors,
  ingressStatusErrors,
  ingressUpdateErrors,
} from '../ingress.ts';
import type { KindChecks } from '../kind-checks.ts';
import {
  addressErrors,
  addressUpdateErrors,
  serviceRangeErrors,
  serviceRangeStatusErrors,
  serviceRangeUpdateErrors,
} from '../network-address.ts';
import { networkPolicyErrors, networkPolicyUpdateErrors } from '../network-policy.ts';
import { has, pointer, struct, structAt, structs, text, texts } from '../object.ts';

const classAnnotation = 'kubernetes.io/ingress.class';

function ingressWarnings(ingress: ValueMap): readonly string[] {
  const annotated = structAt(ingress, 'metadata', 'annotations').has(classAnnotation);
  if (!annotated || has(struct(ingress, 'spec'), 'ingressClassName')) return [];
  return [`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`];
}

/** Upstream: k8s.io/kubernetes pkg/registry/networking/networkpolicy/strategy.go networkPolicyWarnings. */
function policyWarnings(policy: ValueMap): readonly string[] {
  const sides = [
    ['ingress', 'from'],
    ['egress', 'to'],
  ] as const;
  return sides.flatMap(([side, peers]) =>
    structs(struct(policy, 'spec'), side).flatMap((rule, i) =>
      structs(rule, peers).flatMap((peer, j) => {
        const block = pointer(peer, 'ipBlock');
        if (block === undefined) return [];
        const field = child(at(child(at(child('spec', side), i), peers), j), 'ipBlock');
        return [
          ...rangeWarnings(child(field, 'cidr'), text(block, 'cidr')),
          ...texts(block, 'except').flatMap((range, k) => rangeWarnings(at(child(field, 'except'), k), range)),
        ];
      }),
    ),
  );
}

/** The complaints and warnings of the networking group by kind. Upstream: k8s.io/kubernetes pkg/registry/networking. */
export const networking: Readonly<Record<string, KindChecks>> = {
  Ingress: {
    validate: ingressErrors,
    validateUpdate: ingressUpdateErrors,
    validateSubresource: ingressStatusErrors,
    warn: ingressWarnings,
    warnUpdate: () => [],
    warnSubresource: ingressAddressWarnings,
  },
  IngressClass: {
    validate: ingressClassErrors,
    validateUpdate: ingressClassUpdateErrors,
  },
  IPAddress: {
    validate: addressErrors,
    validateUpdate: addressUpdateErrors,
  },
  ServiceCIDR: {
    validate: serviceRangeErrors,
    validateUpdate: serviceRangeUpdateErrors,
    validateSubresource: serviceRangeStatusErrors,
  },
  NetworkPolicy: {
    createErrorsOnUpdate: { until: 'v1.35' },
    validate: networkPolicyErrors,
    validateUpdate: networkPolicyUpdateErrors,
    warn: policyWarnings,
  },
};
