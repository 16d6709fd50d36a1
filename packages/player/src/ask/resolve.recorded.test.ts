import '../whole.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import {
  type NewStep,
  newScenario,
  type ObjectName,
  type RequestSettings,
  type Scenario,
  type StepKind,
} from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { run } from '../run/run.ts';
import { resolveConflict } from './resolve.ts';

const catalog = await loadKubernetesTypes();
const ways = ['overwrite', 'give-up', 'share'] as const;

const traces = new URL('../../../../conformance/traces/v1.36/', import.meta.url);

test.each(['reference', 'random-crd', 'random-builtin'])('end every conflict of the recorded %s', (folder) => {
  let conflicts = 0;
  for (const file of readdirSync(new URL(`${folder}/`, traces))) {
    const scenario = scenarioOf(JSON.parse(readFileSync(new URL(`${folder}/${file}`, traces), 'utf8')));
    for (const [index, { stepId, status }] of run(scenario, { catalog }).outcomes.entries()) {
      if (status !== 'conflict') continue;
      conflicts++;
      const upToHere = { ...scenario, steps: scenario.steps.slice(0, index + 1) };
      for (const way of ways) {
        const changed = resolveConflict(upToHere, stepId, way, { catalog });
        expect(statusOf(changed, stepId), `${file} ${stepId} ${way}`).not.toBe('conflict');
      }
    }
  }
  expect(conflicts).toBeGreaterThan(20);
});

function statusOf(scenario: Scenario, stepId: string): string | undefined {
  return run(scenario, { catalog }).outcomes.find((outcome) => outcome.stepId === stepId)?.status;
}

/** What a recorded step holds, as far as a scenario has it. */
interface Recorded {
  readonly crd?: { readonly spec: { readonly names: { readonly kind: string; readonly plural: string } } };
  readonly request?: {
    readonly method: string;
    readonly path: string;
    readonly query?: Readonly<Record<string, string>>;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
}

function scenarioOf(trace: { readonly steps: readonly Recorded[] }): Scenario {
  const kinds = new Map(
    trace.steps.flatMap(({ crd: made }) => (made ? [[made.spec.names.plural, made.spec.names.kind]] : [])),
  );
  return newScenario(
    '',
    trace.steps.flatMap((step): readonly NewStep[] => {
      if (step.crd !== undefined) return [{ kind: 'crd', text: JSON.stringify(step.crd) }];
      const made = step.request && stepOf(step.request, kinds);
      return made === undefined ? [] : [made];
    }),
  );
}

const contentKinds: readonly (readonly [type: string, kind: StepKind])[] = [
  ['apply-patch', 'apply'],
  ['strategic-merge-patch', 'strategic-merge-patch'],
  ['merge-patch', 'merge-patch'],
  ['json-patch', 'json-patch'],
];

function stepOf(request: NonNullable<Recorded['request']>, kinds: ReadonlyMap<string, string>): NewStep | undefined {
  const { method, query = {}, headers, body = '' } = request;
  const named = objectOf(request.path, kinds);
  if (named === undefined || !['PATCH', 'PUT', 'POST'].includes(method)) return undefined;
  const type = headers['Content-Type'] ?? '';
  const whole = method === 'PUT' ? 'update' : method === 'POST' ? 'create' : undefined;
  const kind = whole ?? contentKinds.find(([part]) => type.includes(part))?.[1] ?? 'merge-patch';
  const settings: RequestSettings = {
    ...(query['fieldManager'] === undefined ? {} : { manager: query['fieldManager'] }),
    ...(query['force'] === 'true' ? { force: true } : {}),
    ...(headers['User-Agent'] === undefined ? {} : { userAgent: headers['User-Agent'] }),
    ...(named.subresource === undefined ? {} : { subresource: named.subresource }),
  };
  return { ...settings, kind, text: body, object: named.object };
}

function objectOf(
  path: string,
  kinds: ReadonlyMap<string, string>,
): { readonly object: ObjectName; readonly subresource: string | undefined } | undefined {
  const match = /^\/(?:api|apis\/([^/]+))\/([^/]+)(?:\/namespaces\/([^/]+))?\/([^/]+)\/([^/]+)(?:\/([^/]+))?$/.exec(
    path,
  );
  const [, group = '', version = '', namespace, plural = '', name = '', subresource] = match ?? [];
  const kind = kinds.get(plural) ?? catalog.find(group, version, plural)?.resource.kind;
  if (kind === undefined) return undefined;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return { object: { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) }, subresource };
}
