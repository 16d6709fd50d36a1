import '../whole.ts';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import type { NewStep, Scenario } from '@managed-fields/scenario';
import { stepKinds, stepOf } from '@managed-fields/scenario';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { run } from './run.ts';

const catalog = await loadKubernetesTypes();

const good = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {a.b/c: d}
  managedFields:
  - {manager: a, operation: Apply, apiVersion: apps/v1, time: "2026-01-01T00:00:00Z", fieldsType: FieldsV1, fieldsV1: {"f:spec": {"f:replicas": {}}}}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: nginx, ports: [{containerPort: 80}]}
`;
const scraps = [
  'null',
  '[]',
  '{}',
  '1e400',
  '-9223372036854775809',
  '""',
  '__proto__: {}',
  '&a [*a]',
  '|',
  '%2F',
  '../x',
  '"\\ud800"',
  'f:x',
  '~',
  'y',
];

/** A text near one that is good: a stretch of it is replaced. */
const text = fc.oneof(
  fc
    .tuple(fc.nat(good.length), fc.nat(12), fc.constantFrom(...scraps))
    .map(([at, length, scrap]) => good.slice(0, at) + scrap + good.slice(at + length)),
  fc.constantFrom(good, '', '{"spec":{"replicas":3}}', '[{"op":"remove","path":"/spec"}]', ...scraps),
);
const step: fc.Arbitrary<NewStep> = fc
  .record(
    {
      id: fc.constant(''),
      kind: fc.constantFrom(...stepKinds),
      text,
      manager: fc.constantFrom('a', 'b', '', 'é'.repeat(200)),
      force: fc.boolean(),
      subresource: fc.constantFrom('', 'status', 'scale', 'nothing', '../..'),
      dryRun: fc.boolean(),
      object: fc.constant({ apiVersion: 'v1', kind: 'ConfigMap', name: '%2E/..' }),
    },
    { requiredKeys: ['id', 'kind', 'text'] },
  )
  .map(stepOf);

test('a run never throws, and what it shows can be posted', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (steps) => {
      const scenario: Scenario = { title: '', steps: steps.map((made, index) => ({ ...made, id: `s${index + 1}` })) };
      for (const { id } of scenario.steps) {
        const playback = run(scenario, { catalog, selected: id });
        expect(structuredClone(playback)).toEqual(playback);
        for (const { problems } of playback.outcomes) {
          for (const { from, to } of problems) expect(from).toBeLessThanOrEqual(to);
        }
      }
    }),
    { numRuns: 300 },
  );
});
