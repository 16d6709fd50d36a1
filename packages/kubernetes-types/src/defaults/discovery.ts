import { type CompiledTable, table } from './table.ts';

/** The defaults of the discovery group by kind. Upstream: k8s.io/kubernetes pkg/apis/discovery/v1/defaults.go. */
export const discovery: Readonly<Record<string, CompiledTable>> = {
  EndpointSlice: table({ at: { 'ports[]': { absent: { name: '', protocol: 'TCP' } } } }),
};
