import { mapAt, type ValueMap } from '@managed-fields/merge-engine';
import { compactRules, isBefore, pathRules, resourceRules, ruleColumns } from '../access-rules.ts';
import { goSorted } from '../printing/go-sort.ts';
import { alone, type Describe, nameOf } from './describing.ts';
import type { Description } from './description.ts';
import { writeMetadata } from './shared.ts';
import { mapsAt, textAt } from './values.ts';

/** Upstream: kubectl pkg/describe/describe.go RoleDescriber, ClusterRoleDescriber. */
function writeRole(out: Description, role: ValueMap): void {
  out.line(0, 'Name', nameOf(role));
  writeMetadata(out, role);
  out.write(0, 'PolicyRule:\n');
  out.write(1, 'Resources\tNon-Resource URLs\tResource Names\tVerbs\n');
  out.write(1, '---------\t-----------------\t--------------\t-----\n');
  const rules = compactRules(mapsAt(role, 'rules').flatMap((rule) => [...resourceRules(rule), ...pathRules(rule)]));
  for (const rule of goSorted(rules, isBefore)) out.write(1, `${ruleColumns(rule)}\n`);
}

/** Upstream: describe.go RoleBindingDescriber, ClusterRoleBindingDescriber. */
function writeBinding(out: Description, binding: ValueMap): void {
  const role = mapAt(binding, 'roleRef');
  out.line(0, 'Name', nameOf(binding));
  writeMetadata(out, binding);
  out.write(0, 'Role:\n');
  out.line(1, 'Kind', textAt(role, 'kind'));
  out.line(1, 'Name', textAt(role, 'name'));
  out.write(0, 'Subjects:\n  Kind\tName\tNamespace\n  ----\t----\t---------\n');
  for (const subject of mapsAt(binding, 'subjects')) {
    out.write(1, `${['kind', 'name', 'namespace'].map((field) => textAt(subject, field)).join('\t')}\n`);
  }
}

/** Roles and bindings, by group and kind. */
export const access: Readonly<Record<string, Describe>> = {
  'rbac.authorization.k8s.io/Role': alone(writeRole, false),
  'rbac.authorization.k8s.io/ClusterRole': alone(writeRole, false),
  'rbac.authorization.k8s.io/RoleBinding': alone(writeBinding, false),
  'rbac.authorization.k8s.io/ClusterRoleBinding': alone(writeBinding, false),
};
