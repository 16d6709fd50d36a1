import { expect, test } from 'vitest';
import { laterWords } from '../words/later-words.ts';
import { knownManager } from './managers.ts';

test.each<readonly [name: string, code: string | undefined]>([
  ['before-first-apply', 'before-first-apply'],
  ['kubectl', 'kubectl'],
  ['kubectl.exe', 'kubectl'],
  ['kubectl-client-side-apply', 'kubectl-client-side-apply'],
  ['kubectl-neat', 'kubectl-other'],
  ['kubectl-', undefined],
  ['pulumi-kubernetes', 'pulumi-kubernetes'],
  ['pulumi-kubernetes-1a2b3c4d', 'pulumi-kubernetes-suffix'],
  ['terraform-provider-kubernetes_v2.35.1_x5', 'terraform-provider'],
  ['provider-kubernetes/web', 'provider-kubernetes'],
  ['crossplane-kubernetes-provider', 'crossplane-kubernetes-provider'],
  ['apiextensions.crossplane.io/composed/0123abcd', 'crossplane-composed'],
  ['apiextensions.crossplane.io/composed', undefined],
  ['capi-topology', 'capi-topology'],
  ['capi-machineset-metadata', 'capi-machineset-metadata'],
  ['my-controller', undefined],
  ['toString', undefined],
  ['', undefined],
])('knows %s', (name, code) => {
  expect(knownManager(name)?.code).toBe(code);
});

test('has no words for what it does not know', () => {
  const known = Object.keys(laterWords.managers.meanings).filter((code) => knownManager(code)?.code === code);
  const families = [
    ...['kubectl-other', 'pulumi-kubernetes-suffix', 'terraform-provider'],
    ...['provider-kubernetes', 'crossplane-composed'],
  ];
  expect(new Set([...known, ...families])).toEqual(new Set(Object.keys(laterWords.managers.meanings)));
});
