import { type KindRules, statusMetadata } from './kind-rules.ts';

/** The strategies of the networking group by kind. Upstream: k8s.io/kubernetes pkg/registry/networking. */
export const networking: Readonly<Record<string, KindRules>> = {
  Ingress: {
    status: new Map([['loadBalancer', new Map()]]),
    generation: [['spec']],
  },
  IngressClass: {
    generation: [['spec']],
  },
  NetworkPolicy: {
    generation: [['spec']],
  },
  IPAddress: {},
  ServiceCIDR: {
    status: new Map(),
    statusKeeps: statusMetadata,
  },
};
