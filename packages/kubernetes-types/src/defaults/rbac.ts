import { text } from '../validation/object.ts';
import { type CompiledTable, type Rule, table } from './table.ts';

const group = 'rbac.authorization.k8s.io';

/** Users and groups are of this API group, service accounts of the core group. Upstream: pkg/apis/rbac/v1/defaults.go SetDefaults_Subject. */
const subjectGroup: Rule = (subject) => {
  const kind = text(subject, 'kind');
  if (text(subject, 'apiGroup') !== '' || (kind !== 'User' && kind !== 'Group')) return subject;
  return new Map(subject).set('apiGroup', group);
};

const binding: CompiledTable = table({
  zero: { 'roleRef.apiGroup': group },
  at: { 'subjects[]': { rules: [subjectGroup] } },
});

/** The defaults of the rbac group by kind. */
export const rbac: Readonly<Record<string, CompiledTable>> = {
  Role: table({}),
  ClusterRole: table({}),
  RoleBinding: binding,
  ClusterRoleBinding: binding,
};
