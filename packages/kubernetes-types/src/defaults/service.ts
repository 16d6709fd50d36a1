import { withoutEntry } from '@managed-fields/merge-engine';
import { count, has, list, pointer, struct, text } from '../validation/object.ts';
import { type CompiledTable, type Rule, table } from './table.ts';

/** Three hours, in seconds. */
const affinitySeconds = 10_800n;

/** Upstream: pkg/apis/core/v1/defaults.go SetDefaults_Service. */
const sessionAffinityConfig: Rule = (spec) => {
  const affinity = text(spec, 'sessionAffinity');
  if (affinity === 'ClientIP') {
    const client = pointer(pointer(spec, 'sessionAffinityConfig'), 'clientIP');
    if (count(client, 'timeoutSeconds') !== undefined) return spec;
    const config = new Map([['clientIP', new Map([['timeoutSeconds', affinitySeconds]])]]);
    return new Map(spec).set('sessionAffinityConfig', config);
  }
  if (affinity !== '' && affinity !== 'None') return spec;
  return withoutEntry(spec, 'sessionAffinityConfig');
};

/** Sets the target of a port without one to the same number. */
const targetPort: Rule = (port) => {
  const target = port.get('targetPort');
  if (target !== undefined && target !== null && target !== 0n && target !== '') return port;
  return new Map(port).set('targetPort', port.get('port') ?? 0n);
};

/** Upstream: k8s.io/kubernetes pkg/api/v1/service/util.go ExternallyAccessible. */
const externalTrafficPolicy: Rule = (spec) => {
  const type = text(spec, 'type');
  const external =
    type === 'LoadBalancer' || type === 'NodePort' || (type === 'ClusterIP' && list(spec, 'externalIPs').length > 0);
  if (!external || text(spec, 'externalTrafficPolicy') !== '') return spec;
  return new Map(spec).set('externalTrafficPolicy', 'Cluster');
};

const internalTrafficPolicy: Rule = (spec) => {
  if (has(spec, 'internalTrafficPolicy') || !['NodePort', 'LoadBalancer', 'ClusterIP'].includes(text(spec, 'type'))) {
    return spec;
  }
  return new Map(spec).set('internalTrafficPolicy', 'Cluster');
};

/** The defaults that only a load balancer gets. */
const loadBalancer: Rule = (service) => {
  const spec = struct(service, 'spec');
  if (text(spec, 'type') !== 'LoadBalancer') return service;
  const result = new Map(service);
  if (!has(spec, 'allocateLoadBalancerNodePorts')) {
    result.set('spec', new Map(spec).set('allocateLoadBalancerNodePorts', true));
  }
  const status = struct(service, 'status');
  const balancer = struct(status, 'loadBalancer');
  const ingress = list(balancer, 'ingress');
  const reached = ingress.map((item) =>
    item instanceof Map && text(item, 'ip') !== '' && !has(item, 'ipMode') ? new Map(item).set('ipMode', 'VIP') : item,
  );
  if (reached.some((item, i) => item !== ingress[i])) {
    result.set('status', new Map(status).set('loadBalancer', new Map(balancer).set('ingress', reached)));
  }
  return result;
};

/** The defaults of a Service. */
export const service: CompiledTable = table({
  rules: [loadBalancer],
  at: {
    spec: [
      { zero: { sessionAffinity: 'None', type: 'ClusterIP' } },
      {
        rules: [sessionAffinityConfig],
        at: { 'ports[]': { rules: [targetPort], zero: { protocol: 'TCP' } } },
      },
      { rules: [externalTrafficPolicy, internalTrafficPolicy] },
    ],
  },
});
