import { loadKubernetesTypes, type PlayedVersion } from '@managed-fields/kubernetes-types';
import type { Scenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { loadOnNeed } from './modules.ts';
import { run } from './run.ts';

/** As a real server v1.36.3 answered, whose webhook names a Service that is not there. */
const definition = (conversion: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: foos.example.com}
spec:
  group: example.com
  names: {kind: Foo, plural: foos}
  scope: Namespaced
  conversion: ${conversion}
  versions:
  - name: v1
    served: true
    storage: true
    schema: &schema
      openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {a: {type: string}, b: {type: string}}}}}
  - {name: v2, served: true, storage: false, schema: *schema}
`;

const service = '{namespace: default, name: conv, path: /convert, port: 443}';
const webhook = `{strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {service: ${service}}}}`;
const foo = (version: string, more: string) =>
  `{apiVersion: example.com/${version}, kind: Foo, metadata: {name: x}, ${more}}`;
const object = { apiVersion: 'example.com/v1', kind: 'Foo', name: 'x' };

const scenario = (kubernetes: PlayedVersion, down: boolean): Scenario => ({
  title: '',
  kubernetes,
  steps: [
    { id: 's1', kind: 'crd', text: definition(webhook) },
    { id: 's2', kind: 'apply', manager: 'alice', text: foo('v1', 'spec: {a: "1"}') },
    { id: 's3', kind: 'apply', manager: 'bob', text: foo('v2', 'spec: {b: "1"}') },
    {
      ...{ id: 's4', kind: 'merge-patch', manager: 'carol', object, text: '{"metadata": {"labels": {"l": "1"}}}' },
      ...(down ? { conversionDown: true } : {}),
    },
    { id: 's5', kind: 'apply', manager: 'alice', text: foo('v1', 'spec: {a: "2"}') },
    { id: 's6', kind: 'apply', manager: 'bob', text: foo('v2', 'spec: {b: "2"}'), conversionDown: true },
    {
      ...{ id: 's7', kind: 'create', manager: 'dave', conversionDown: true },
      text: foo('v2', 'spec: {a: "1"}').replace('name: x', 'name: other'),
    },
  ],
});

async function played(kubernetes: PlayedVersion, down: boolean) {
  const catalog = await loadKubernetesTypes(kubernetes);
  return loadOnNeed(() => {
    const { outcomes } = run(scenario(kubernetes, down), { catalog, selected: 's4' });
    const { view } = run(scenario(kubernetes, down), { catalog, selected: 's4' });
    return { outcomes, managers: view?.result?.managers.map(({ manager }) => manager) };
  });
}

const failed = (version: string) =>
  `conversion webhook for example.com/${version}, Kind=Foo failed: Post "https://conv.default.svc:443/convert?timeout=30s": service "conv" not found`;

test('before v1.37 a write takes all managedFields away while the webhook is down', async () => {
  const { outcomes, managers } = await played('v1.36', true);
  expect(managers).toEqual([]);
  expect(outcomes[3]).toMatchObject({ status: 'changed', code: 200 });
  expect(outcomes[4]?.message).toBe(
    'Apply failed with 1 conflict: conflict with "before-first-apply" using example.com/v1: .spec.a',
  );
  expect(outcomes[5]).toMatchObject({ status: 'error', code: 500, message: failed('v1') });
  expect(outcomes[6]).toMatchObject({ status: 'error', code: 500, message: failed('v2') });
});

test('from v1.37 on they stay', async () => {
  const { outcomes, managers } = await played('v1.37', true);
  expect(managers).toEqual(['alice', 'bob']);
  expect(outcomes.slice(3, 5).map(({ status }) => status)).toEqual(['changed', 'changed']);
});

test('nothing is lost where the webhook answers', async () => {
  const { managers } = await played('v1.36', false);
  expect(managers).toEqual(['alice', 'bob', 'carol']);
});
