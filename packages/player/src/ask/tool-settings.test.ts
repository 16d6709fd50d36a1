import '../whole.ts';
import { readFileSync } from 'node:fs';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { Scenario } from '@managed-fields/scenario';
import { newScenario, plainOf, readScenario } from '@managed-fields/scenario';
import { readDocuments } from '@managed-fields/source';
import type { ToolSetting } from '@managed-fields/tools';
import { type Tool, toolNames } from '@managed-fields/tools';
import { describe, expect, test } from 'vitest';
import { toolSettings } from './tool-settings.ts';

const catalog = await loadKubernetesTypes();
const tools = Object.keys(toolNames) as Tool[];

function example(name: string): Scenario {
  const text = readFileSync(new URL(`../../../../public/examples/${name}.yaml`, import.meta.url), 'utf8');
  const read = readScenario(text);
  if (read.kind !== 'scenario') throw new Error(name);
  return read.scenario;
}

const threeWays = example('conflict-three-ways');

function settings(tool: Tool, scenario: Scenario = threeWays, step = 2): readonly ToolSetting[] {
  return toolSettings(scenario, tool, { catalog }, scenario.steps[step]?.id);
}

function written(tool: Tool, setting: string, scenario?: Scenario, step?: number): unknown {
  const snippet = settings(tool, scenario, step).find((each) => each.setting === setting)?.snippet;
  if (snippet?.language !== 'yaml') return snippet?.text;
  const [document] = readDocuments(snippet.text);
  return document?.value === undefined ? undefined : plainOf(document.value);
}

/** A Service and a ConfigMap with names that no notation takes as they are. */
const odd = (text: string, other: string) =>
  newScenario('', [
    { kind: 'apply', manager: 'alice', text },
    { kind: 'apply', manager: 'bob', text: other },
  ]);
const labels = (value: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: 1.a\n  namespace: shop\n  labels:\n    a.b/c: ${value}\ndata:\n  my.key: "\${x} ${value}"\n`;

describe.each(tools)('what is written for %s', (tool) => {
  const snippets = settings(tool).flatMap(({ way, snippet }) => (snippet === undefined ? [] : [{ way, ...snippet }]));

  test('is in the notation that it says', () => {
    expect(snippets.length).toBeGreaterThan(0);
    for (const { language, text } of snippets) {
      if (language === 'yaml') {
        expect(readDocuments(text).flatMap(({ problems }) => problems)).toEqual([]);
      } else if (language === 'diff') {
        expect(text).toMatch(/^(?:[ -] .*\n?)+$/);
        expect(text.match(/^- .*/gm)).toHaveLength(2);
      } else if (language === 'hcl') {
        expect(text).toMatch(/^resource "\w+" "[A-Za-z_][\w-]*" \{\n(?: {2}.*\n|\n)+\}$/);
      } else if (language === 'shell') {
        expect(text).toMatch(/^(?:kubectl |helm upgrade |--)/);
      }
      for (const [open, close] of ['()', '[]', '{}']) {
        const count = (character = '') => text.split(character).length;
        expect(count(open), text).toBe(count(close));
      }
    }
  });

  test('speaks of the fields in conflict, or names them as left out', () => {
    const shares = snippets.filter(({ way }) => way === 'share' || way === 'give-up');
    for (const { text, without } of shares) {
      const isWhole = /managedFieldsManagers|IfNotPresent/.test(text);
      if (!isWhole) expect(text).toContain('replicas');
      if (!isWhole) expect(text.includes('image') || without.join().includes('image')).toBe(true);
    }
  });
});

describe('the fields of a conflict are named', () => {
  test('for Argo CD by pointers, and by jq in lists', () => {
    expect(written('argo-cd', 'RespectIgnoreDifferences=true')).toMatchObject({
      kind: 'Application',
      spec: {
        ignoreDifferences: [
          {
            group: 'apps',
            kind: 'Deployment',
            name: 'web',
            jsonPointers: ['/spec/replicas'],
            jqPathExpressions: ['.spec.template.spec.containers[] | select(.name == "web") | .image'],
          },
        ],
        syncPolicy: { syncOptions: ['RespectIgnoreDifferences=true'] },
      },
    });
    expect(written('argo-cd', 'managedFieldsManagers')).toMatchObject({
      spec: { ignoreDifferences: [{ managedFieldsManagers: ['kubectl-replace'] }] },
    });
  });

  test('for Flux by pointers into the live object', () => {
    expect(written('flux-kustomize', 'spec.ignore')).toMatchObject({
      spec: { ignore: [{ paths: ['/spec/replicas', '/spec/template/spec/containers/0/image'] }] },
    });
  });

  test('for Terraform by its own paths, behind those that the provider has', () => {
    expect(written('terraform-kubernetes', 'computed_fields')).toContain(
      '"metadata.annotations",\n    "metadata.labels",\n    "spec.replicas",\n    "spec.template.spec.containers[0].image",',
    );
  });

  test('for Pulumi and Go as far as they are in no list', () => {
    const lost = ['.spec.template.spec.containers[name="web"].image'];
    expect(written('pulumi', 'ignoreChanges')).toEqual({ options: { ignoreChanges: ['spec.replicas'] } });
    for (const [tool, setting] of [
      ['pulumi', 'ignoreChanges'],
      ['client-go', 'unstructured.SetNestedField'],
    ] as const) {
      const found = settings(tool).find((each) => each.setting === setting);
      expect(found?.snippet?.without).toEqual(lost);
      // A preview of all fields would promise too much.
      expect(found?.same).toBeUndefined();
    }
    expect(written('client-go', 'unstructured.SetNestedField')).toContain('int64(4), "spec", "replicas"');
  });

  test('with odd names in each notation', () => {
    const scenario = odd(labels('one'), labels('two'));
    expect(written('argo-cd', 'RespectIgnoreDifferences=true', scenario, 1)).toMatchObject({
      spec: { ignoreDifferences: [{ jsonPointers: ['/data/my.key', '/metadata/labels/a.b~1c'] }] },
    });
    const terraform = written('terraform-kubernetes', 'computed_fields', scenario, 1);
    expect(terraform).toContain('resource "kubernetes_manifest" "_1_a"');
    expect(terraform).toContain('"data[\\"my.key\\"]"');
    expect(terraform).toContain('"metadata.labels[\\"a.b/c\\"]"');
    const unnamed = settings('pulumi', scenario, 1).find(({ setting }) => setting === 'ignoreChanges');
    expect(unnamed).toMatchObject({ snippet: undefined, same: undefined });
  });
});

test('of Helm 3 nothing asks for force by server-side apply, and leaving a field out removes it', () => {
  const all = settings('helm-3');
  expect(all.map(({ setting }) => setting)).not.toContain('--force-conflicts');
  expect(all.map(({ snippet }) => snippet?.text ?? '').join('\n')).not.toMatch(/server-side|force-conflicts/);
  expect(all.find(({ way }) => way === 'give-up')).toMatchObject({ behaviour: 'removes-field', same: undefined });
  expect(all.every(({ same }) => same === undefined)).toBe(true);
});

test('what ignoring comes to in Flux depends on how the other manager wrote', () => {
  const ignore = (scenario: Scenario, step: number) =>
    settings('flux-kustomize', scenario, step).find(({ setting }) => setting === 'spec.ignore')?.same;
  expect(ignore(threeWays, 2)).toBe('share');
  expect(ignore(odd(labels('one'), labels('two')), 1)).toBe('give-up');
});

test('entries are moved only from managers that update the main resource', () => {
  const moved = (scenario: Scenario, step: number) =>
    written('argo-cd', 'argocd.argoproj.io/client-side-apply-migration-manager', scenario, step);
  expect(moved(threeWays, 2)).toMatchObject({
    metadata: { annotations: { 'argocd.argoproj.io/client-side-apply-migration-manager': 'kubectl-replace' } },
  });
  expect(moved(odd(labels('one'), labels('two')), 1)).toBeUndefined();
});

test('without a conflict there are the settings and no snippets', () => {
  for (const tool of tools) {
    const all = toolSettings(threeWays, tool, { catalog }, undefined);
    expect(all.map(({ setting }) => setting)).toEqual(settings(tool).map(({ setting }) => setting));
    expect(all.filter(({ snippet }) => snippet !== undefined)).toEqual([]);
  }
});
