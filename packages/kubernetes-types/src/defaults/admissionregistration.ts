import { type CompiledTable, type Table, table } from './table.ts';

const webhookValues = {
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  namespaceSelector: new Map(),
  objectSelector: new Map(),
  timeoutSeconds: 10n,
};
const webhookParts: Table['at'] = {
  'clientConfig.service?': { absent: { port: 443n } },
  'rules[]': { absent: { scope: '*' } },
};

const matchResources: CompiledTable = table({
  absent: { matchPolicy: 'Equivalent', namespaceSelector: new Map(), objectSelector: new Map() },
  at: { 'resourceRules[]': { absent: { scope: '*' } }, 'excludeResourceRules[]': { absent: { scope: '*' } } },
});

const policy: CompiledTable = table({
  absent: { 'spec.failurePolicy': 'Fail' },
  at: { 'spec.matchConstraints?': matchResources },
});
const binding: CompiledTable = table({ at: { 'spec.matchResources?': matchResources } });

/** The defaults of the admissionregistration group by kind. Upstream: k8s.io/kubernetes pkg/apis/admissionregistration/v1/defaults.go. */
export const admissionregistration: Readonly<Record<string, CompiledTable>> = {
  ValidatingWebhookConfiguration: table({ at: { 'webhooks[]': { absent: webhookValues, at: webhookParts } } }),
  MutatingWebhookConfiguration: table({
    at: { 'webhooks[]': { absent: { ...webhookValues, reinvocationPolicy: 'Never' }, at: webhookParts } },
  }),
  ValidatingAdmissionPolicy: policy,
  ValidatingAdmissionPolicyBinding: binding,
  MutatingAdmissionPolicy: policy,
  MutatingAdmissionPolicyBinding: binding,
};
