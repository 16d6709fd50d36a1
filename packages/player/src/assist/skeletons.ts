import { webhookEffect } from '@managed-fields/api-server';
import type { KindName } from './kinds.ts';
import { keysAt, type OutlineNode, textAt } from './outline.ts';

/** A skeleton of a kind, without what a text has of it already. */
export interface Skeleton {
  readonly kind: string;
  /** Lines to be put behind the text; the whole object for an empty one. */
  readonly missing: string;
}

const group = 'admissionregistration.k8s.io/';

const rules = (indent: string) =>
  `${indent}- apiGroups: [apps]
${indent}  apiVersions: [v1]
${indent}  operations: [CREATE, UPDATE]
${indent}  resources: [deployments]
`;

const policy = `  failurePolicy: Fail
  matchConstraints:
    resourceRules:
${rules('    ')}`;

const webhook = (name: string) => `webhooks:
- name: ${name}
  admissionReviewVersions: [v1]
  sideEffects: None
  clientConfig:
    service: {namespace: default, name: example}
  rules:
${rules('  ')}`;

const effect = (name: string, value: string) => `metadata:
  name: example
  annotations:
    ${webhookEffect}${name}: '${value}'
`;

const named = `metadata:
  name: example
`;

/** The parts of the smallest objects that a server takes and that do something, by their kinds. */
const skeletons: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries({
    MutatingAdmissionPolicy: {
      metadata: named,
      spec: `spec:
${policy}  reinvocationPolicy: Never
  mutations:
  - patchType: ApplyConfiguration
    applyConfiguration:
      expression: >-
        Object{
          metadata: Object.metadata{
            labels: {"example.com/admitted": "true"}
          }
        }
`,
    },
    MutatingAdmissionPolicyBinding: {
      metadata: named,
      spec: `spec:
  policyName: example
`,
    },
    ValidatingAdmissionPolicy: {
      metadata: named,
      spec: `spec:
${policy}  validations:
  - expression: object.spec.replicas <= 5
    messageExpression: >-
      "at most 5 replicas, not " + string(object.spec.replicas)
`,
    },
    ValidatingAdmissionPolicyBinding: {
      metadata: named,
      spec: `spec:
  policyName: example
  validationActions: [Deny]
`,
    },
    MutatingWebhookConfiguration: {
      metadata: effect('label.example.com', '{"metadata": {"labels": {"example.com/admitted": "true"}}}'),
      webhooks: webhook('label.example.com'),
    },
    ValidatingWebhookConfiguration: {
      metadata: effect('deny.example.com', '{"deny": "not today"}'),
      webhooks: webhook('deny.example.com'),
    },
  }).map(([kind, parts]) => [kind, new Map(Object.entries(parts))]),
);

/**
 * The skeletons that fit a text: all where it is empty; that of its kind where it names one, and at most a version and
 * metadata beside it. Kinds that the server does not have are left out.
 */
export function skeletonsFor(root: OutlineNode | undefined, kinds: readonly KindName[]): readonly Skeleton[] {
  if (root !== undefined && root.kind !== 'map') return [];
  const present = keysAt(root, []).filter((key) => key !== '');
  const kind = textAt(root, ['kind']);
  const beside = new Set(['apiVersion', 'kind', ...(kind === undefined ? [] : ['metadata'])]);
  if (present.some((key) => !beside.has(key)) || (kind === undefined && present.length > 0)) return [];
  return [...skeletons].flatMap(([name, parts]) => {
    const known = kinds.find((each) => each.kind === name && each.apiVersion.startsWith(group));
    const version = textAt(root, ['apiVersion']);
    const isOther = kind !== undefined && (kind !== name || (version !== undefined && !version.startsWith(group)));
    if (known === undefined || isOther) return [];
    const head = { apiVersion: `apiVersion: ${known.apiVersion}\n`, kind: `kind: ${name}\n` };
    const all = [...Object.entries(head), ...parts];
    return [{ kind: name, missing: all.flatMap(([key, text]) => (present.includes(key) ? [] : [text])).join('') }];
  });
}
