import { describe, expect, test } from 'vitest';
import { toolOfManager, toolOfMessage } from './guess-tool.ts';
import { toolFacts } from './settings.ts';
import { otherBehaviours, type Tool, toolNames } from './tool.ts';

describe.each(Object.entries(toolFacts))('%s', (_, facts) => {
  test('each fact says where it was read, and since when', () => {
    for (const { source, since, setting, place } of facts) {
      expect(source.project).toMatch(/^[\w-]+\/[\w-]+$/);
      expect(source.version).toMatch(/^(?:[a-z]+\/)?v\d+\.\d+\.\d+$/);
      expect(source.file).toMatch(/^[\w-]+(?:\/[\w.-]+)*\.(?:go|md)$/);
      if (since !== undefined) expect(since).toMatch(/^v\d+\.\d+\.\d+$/);
      // What is not called by a name is changed in a text, or happens by itself.
      if (setting === '') expect(['manifest', 'chart', 'program', 'automatic']).toContain(place);
    }
  });

  test('it has something for overwriting and for giving up, and the ways stand in their order', () => {
    const order = ['overwrite', 'give-up', 'share', 'migrate'];
    const ways = facts.map(({ way }) => order.indexOf(way));
    expect(ways).toEqual(ways.toSorted());
    expect(ways).toContain(0);
    expect(ways).toContain(1);
  });

  test('what does something else has no preview', () => {
    const previewed = facts.filter(({ same }) => same !== undefined).map(({ behaviour }) => behaviour);
    expect(previewed.filter((behaviour) => otherBehaviours.has(behaviour))).toEqual([]);
  });
});

test('every tool has a name', () => {
  expect(Object.keys(toolNames).sort()).toEqual(Object.keys(toolFacts).sort());
});

test.each<readonly [manager: string, tool: Tool]>([
  ['argocd-controller', 'argo-cd'],
  ['kustomize-controller', 'flux-kustomize'],
  ['helm-controller', 'flux-helm'],
  ['helm', 'helm-4'],
  ['Terraform', 'terraform-kubernetes'],
  ['pulumi-kubernetes-1a2b', 'pulumi'],
  ['provider-kubernetes/web', 'crossplane'],
  ['apiextensions.crossplane.io/composed/0a1b', 'crossplane'],
  ['kubectl', 'kubectl'],
  ['me', 'kubectl'],
])('who applies as %s uses %s', (manager, tool) => {
  expect(toolOfManager(manager)).toBe(tool);
});

test('a conflict that Helm printed is one of Helm 4, as Helm 3 does not apply server-side', () => {
  expect(toolOfMessage('helm')).toBe('helm-4');
  expect(toolOfMessage('flux')).toBe('flux-kustomize');
  expect(toolOfMessage('terraform-kubectl')).toBe('terraform-kubectl');
  expect(toolOfMessage('log')).toBe('controller-runtime');
  expect(toolOfMessage(undefined)).toBe('kubectl');
});
