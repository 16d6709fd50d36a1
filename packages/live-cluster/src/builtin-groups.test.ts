import { kubernetesVersions, loadData } from '@managed-fields/kubernetes-types';
import { expect, test } from 'vitest';
import { isBuiltinGroup } from './builtin-groups.ts';

test.each(kubernetesVersions)('%s has no other built-in groups', async (version) => {
  const { resources } = await loadData(version);
  const groups = new Set(resources.resources.map(({ group }) => group));
  expect([...groups].filter((group) => !isBuiltinGroup(group))).toEqual([]);
});

test.each(['gateway.networking.k8s.io', 'metrics.k8s.io', 'cert-manager.io', 'apps.openshift.io', '__proto__'])(
  '%s may have a definition',
  (group) => expect(isBuiltinGroup(group)).toBe(false),
);
