import { number, text } from '../validation/object.ts';
import { type CompiledTable, type Rule, table } from './table.ts';

/** Upstream: k8s.io/kubernetes pkg/apis/resource/v1/defaults.go SetDefaults_ExactDeviceRequest. */
const exactCount: Rule = (request) =>
  text(request, 'allocationMode') === 'ExactCount' && number(request, 'count') === 0
    ? new Map(request).set('count', 1n)
    : request;

const request = [
  { zero: { allocationMode: 'ExactCount' } },
  { rules: [exactCount], at: { 'tolerations[]': { zero: { operator: 'Equal' } } } },
];

const claimSpec: CompiledTable = table({
  at: { 'devices.requests[].exactly?': request, 'devices.requests[].firstAvailable[]': request },
});

/** The defaults of the resource group by kind; the time of a device's taint is the server's clock and not set here. */
export const resource: Readonly<Record<string, CompiledTable>> = {
  DeviceClass: table({}),
  ResourceClaim: table({
    at: {
      spec: claimSpec,
      'status.allocation?.devices.results[].tolerations[]': { zero: { operator: 'Equal' } },
    },
  }),
  ResourceClaimTemplate: table({ at: { 'spec.spec': claimSpec } }),
  ResourceSlice: table({
    at: { 'spec.devices[].nodeAllocatableResourceMappings{}': { absent: { allocationMultiplier: '1' } } },
  }),
};
