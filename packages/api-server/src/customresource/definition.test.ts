import { expect, it } from 'vitest';
import { compareVersions } from './definition.ts';

/** Versions as k8s.io/apimachinery v0.36.3 pkg/version/helpers.go CompareKubeAwareVersionStrings sorts them. */
const sorted =
  'xv1 valpha1 v1x v1gamma1 v1foo v1beta1x v1beta v1alpha v foo1 foo bar V1 1 v1alpha0 v1alpha1 v3alpha1 v10alpha2 v1beta1 v1beta2 v1beta10 v2beta1 v0 v1 v2 v10'.split(
    ' ',
  );

it('sorts versions by stage and number, and others before them', () => {
  for (const [i, a] of sorted.entries()) {
    for (const [j, b] of sorted.entries()) expect(Math.sign(compareVersions(a, b)), `${a} ${b}`).toBe(Math.sign(i - j));
  }
  expect(compareVersions('v01', 'v1')).toBe(0);
});
