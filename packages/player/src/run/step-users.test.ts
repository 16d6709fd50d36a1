import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { Step, StepUser } from '@managed-fields/scenario';
import { beforeAll, expect, test } from 'vitest';
import { loadOnNeed } from './modules.ts';
import { run } from './run.ts';

/** As a real server v1.36.3 answered: conformance/traces/v1.36/installed/user-known.json. */
const uid = "(has(request.userInfo.uid) ? request.userInfo.uid : 'absent')";
const valuesOf = (name: string) =>
  `('${name}' in request.userInfo.extra ? request.userInfo.extra['${name}'].join('+') : 'absent')`;
const extra = `(has(request.userInfo.extra) ? string(size(request.userInfo.extra)) + ' values, scopes ' + ${valuesOf('scopes')} + ', team ' + ${valuesOf('example.com/team')} : 'no extra')`;
const policy = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: {name: says}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [configmaps]}]
  reinvocationPolicy: Never
  mutations:
  - patchType: ApplyConfiguration
    applyConfiguration:
      expression: |-
        Object{metadata: Object.metadata{annotations: {"who": 'uid ' + ${uid} + ', ' + ${extra}}}}
`;
const binding = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: {name: says}
spec: {policyName: says}
`;

const catalog = await loadKubernetesTypes('v1.36');
const step = (id: string, kind: 'create' | 'apply', text: string, user?: StepUser): Step => ({
  ...{ id, kind, text, manager: 'm' },
  ...(user === undefined ? {} : { user }),
});
const played = (text: string, user?: StepUser) => {
  const steps = [step('s1', 'create', policy), step('s2', 'create', binding), step('s3', 'apply', text, user)];
  return loadOnNeed(() => {
    const view = run({ title: '', steps }, { catalog, selected: 's3' }).view;
    return view?.result?.text.split('\n').map((line) => line.trim()) ?? [];
  });
};

const configMap = '{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {v: "1"}}';
beforeAll(() => played(configMap));

test.each<[string, StepUser | undefined, string]>([
  ['nobody is named', undefined, 'who: uid admin, no extra'],
  ['only a name is given', { name: 'bob' }, 'who: uid absent, no extra'],
  [
    'all is given, names in any case',
    {
      name: 'jane',
      uid: '0b7c-jane',
      extra: { Scopes: ['read'], 'Example.com/Team': ['payments'], scopes: ['write'] },
    },
    'who: uid 0b7c-jane, 2 values, scopes read+write, team payments',
  ],
  ['a name has no values', { name: 'jane', uid: '', extra: { scopes: [] } }, 'who: uid absent, no extra'],
  [
    'a name is that of what objects have',
    { name: 'jane', extra: JSON.parse('{"__proto__": ["x"]}') },
    'who: uid absent, 1 values, scopes absent, team absent',
  ],
])('what a policy sees where %s', async (_case, user, line) => {
  expect(await played(configMap, user)).toContain(line);
});
