import { list } from '../validation/object.ts';
import { type CompiledTable, type Rule, table } from './table.ts';

/** Upstream: pkg/apis/networking/v1/defaults.go SetDefaults_NetworkPolicy. */
const policyTypes: Rule = (spec) => {
  if (list(spec, 'policyTypes').length > 0) return spec;
  const types = list(spec, 'egress').length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
  return new Map(spec).set('policyTypes', types);
};

const port: CompiledTable = table({ absent: { protocol: 'TCP' } });

/** The defaults of the networking group by kind; an Ingress has none. */
export const networking: Readonly<Record<string, CompiledTable>> = {
  Ingress: table({}),
  IngressClass: table({ at: { 'spec.parameters?': { absent: { scope: 'Cluster' } } } }),
  NetworkPolicy: table({
    at: { spec: { rules: [policyTypes] }, 'spec.ingress[].ports[]': port, 'spec.egress[].ports[]': port },
  }),
  IPAddress: table({}),
  ServiceCIDR: table({}),
};
