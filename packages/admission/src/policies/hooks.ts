import { type Cluster, objectsOf } from '@managed-fields/api-server';
import { compareStrings, metadataText, remembered, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { specOf } from '../attributes.ts';

const apiVersion = 'admissionregistration.k8s.io/v1';

/** A policy with the bindings that bring it into force; objects are at the version in memory. */
export interface PolicyHook {
  readonly name: string;
  readonly policy: ValueMap;
  readonly spec: ValueMap;
  readonly bindings: readonly Binding[];
}

/** A binding of a policy. */
export interface Binding {
  readonly name: string;
  readonly spec: ValueMap;
}

/**
 * The policies that have a binding, by name. The server takes them and their bindings in the order of a Go map, which is
 * another one each time that a policy is written.
 * Upstream: apiserver pkg/admission/plugin/policy/generic/policy_source.go calculatePolicyData.
 */
export function hooksOf(cluster: Cluster, kind: 'mutating' | 'validating'): readonly PolicyHook[] {
  const policies = objectsOf(cluster, apiVersion, `${kind}admissionpolicies`);
  if (policies.length === 0) return [];
  return boundOf(policies)(objectsOf(cluster, apiVersion, `${kind}admissionpolicybindings`));
}

/** The hooks of policies and bindings, made once as long as none of them changes. */
const boundOf = remembered((policies: readonly ValueMap[]) =>
  remembered((bindings: readonly ValueMap[]) => bound(policies, bindings)),
);

function bound(policies: readonly ValueMap[], all: readonly ValueMap[]): readonly PolicyHook[] {
  const bindings = all.map((each): Binding => ({ name: metadataText(each, 'name'), spec: specOf(each) }));
  return policies
    .map((policy): PolicyHook => {
      const name = metadataText(policy, 'name');
      const own = bindings.filter(({ spec }) => stringAt(spec, 'policyName') === name);
      return { name, policy, spec: specOf(policy), bindings: byName(own) };
    })
    .filter((hook) => hook.bindings.length > 0)
    .sort((a, b) => compareStrings(a.name, b.name));
}

function byName<Named extends { readonly name: string }>(all: readonly Named[]): readonly Named[] {
  return [...all].sort((a, b) => compareStrings(a.name, b.name));
}

/** Whether an error of a policy, by its spec, or of a webhook refuses the request. */
export function failsClosed(spec: ValueMap): boolean {
  return stringAt(spec, 'failurePolicy') !== 'Ignore';
}
