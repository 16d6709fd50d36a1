import type { RandomKind } from './kind.ts';
import { any, list, map } from './makers.ts';
import { labelSelector } from './scheduling.ts';
import { annotations } from './words.ts';

const webhookRules = list(
  map({
    'apiGroups!': list(any('x.io', 'y.io'), 1, 2),
    'apiVersions!': list(any('v1', 'v2'), 1, 2),
    'operations!': list(any('CREATE', 'UPDATE'), 1, 2),
    'resources!': list(any('things', 'things/status'), 1, 2),
    scope: any('*', 'Namespaced', 'Cluster'),
  }),
  0,
  2,
);
const webhook = {
  'name!': any('a.b.c', 'd.e.f', 'g.h.i'),
  'admissionReviewVersions!': list('v1', 1, 1),
  'sideEffects!': any('None', 'NoneOnDryRun'),
  'clientConfig!': any(
    map({ 'url!': any('https://x.y', 'https://x.z/p') }),
    map({
      'service!': map({ 'name!': 's', 'namespace!': 'n', path: '/p', port: any(443, 8443) }),
      'caBundle?': any('', 'YQ=='),
    }),
  ),
  rules: webhookRules,
  failurePolicy: any('Ignore', 'Fail'),
  matchPolicy: any('Exact', 'Equivalent'),
  'timeoutSeconds?': any(1, 10, 5),
  namespaceSelector: labelSelector,
  objectSelector: labelSelector,
  'matchConditions?': list(map({ 'name!': any('c', 'd'), 'expression!': any('true', '1 == 1') }), 0, 2, 'name'),
};

const matchRules = list(
  map({
    'apiGroups!': list(any('apps', ''), 1, 1),
    'apiVersions!': list('v1', 1, 1),
    'operations!': list(any('CREATE', 'UPDATE'), 1, 2),
    'resources!': list(any('pods', 'deployments'), 1, 2),
    scope: '*',
    resourceNames: list('a', 0, 1),
  }),
  1,
  2,
);
const variables = list(map({ 'name!': any('v', 'w'), 'expression!': any('1', 'object.spec') }), 0, 2, 'name');
/** The kinds that ask a service before a write. */
export const webhookKinds: readonly RandomKind[] = [
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    plural: 'validatingwebhookconfigurations',
    cluster: true,
    body: map({ 'webhooks!': list(map(webhook), 0, 3, 'name') }),
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    plural: 'mutatingwebhookconfigurations',
    cluster: true,
    body: map({
      'webhooks!': list(map({ ...webhook, 'reinvocationPolicy?': any('Never', 'IfNeeded') }), 0, 3, 'name'),
      'metadata?': map({ annotations }),
    }),
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    plural: 'validatingadmissionpolicies',
    cluster: true,
    body: map({
      'spec!': map({
        failurePolicy: any('Fail', 'Ignore'),
        'matchConstraints!': map({
          'resourceRules!': matchRules,
          namespaceSelector: labelSelector,
          matchPolicy: 'Exact',
        }),
        'validations!': list(
          map({ 'expression!': any('1 == 1', 'true'), message: 'm', reason: any('Invalid', 'Forbidden') }),
          1,
          2,
        ),
        variables,
        matchConditions: list(map({ 'name!': any('c', 'd'), 'expression!': 'true' }), 0, 2, 'name'),
        auditAnnotations: list(map({ 'key!': any('k', 'l'), 'valueExpression!': "'x'" }), 0, 2, 'key'),
      }),
    }),
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    plural: 'validatingadmissionpolicybindings',
    cluster: true,
    body: map({
      'spec!': map({
        'policyName!': 'nobody',
        'validationActions!': list(any('Deny', 'Audit'), 1, 2),
        matchResources: map({ resourceRules: matchRules, objectSelector: labelSelector }),
        'paramRef?': { name: 'p', parameterNotFoundAction: 'Allow' },
      }),
    }),
  },
];
