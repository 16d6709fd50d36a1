import { type Cluster, emptyCluster, serve } from '@managed-fields/api-server/whole';
import { isMap, listAt, mapAt, type Value, valueFromPlain } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { loadKubernetesTypes } from '../catalog/kubernetes-types.ts';
import { kubernetesVersions } from '../versions.ts';
import file from './shown.cases.json' with { type: 'json' };

/** What the server's own code answers in each version, as `tools/types/shown-templates.ts` asks it. */
interface ShownCase {
  readonly spec?: object;
  readonly template: object;
  readonly answers: Readonly<Record<string, readonly string[]>>;
}

const cases: readonly ShownCase[] = file.cases;
/** Where something lies in memory, which differs from run to run. */
const addresses = /\(0x[0-9a-f]{6,}\)/g;

const now = '2026-01-01T00:00:00Z';
const path = '/apis/batch/v1/namespaces/checks/jobs';

describe.each(kubernetesVersions)('the templates that %s shows', async (version) => {
  const catalog = await loadKubernetesTypes(version);
  const asked = cases.flatMap(({ spec, template, answers }) => {
    const answer = answers[version];
    return answer === undefined ? [] : [{ spec, template, answer }];
  });

  it.each(asked)('$template $spec', ({ spec, template, answer }) => {
    const { metadata, ...job } = file.job;
    const made = (pod: object) =>
      valueFromPlain({ ...job, metadata: { name: metadata.name }, spec: { ...job.spec, ...spec, template: pod } });
    const created = send(emptyCluster(catalog), 'POST', path, made(file.template));
    expect(created.response.code).toBe(201);
    const { body } = send(created.cluster, 'PUT', `${path}/${metadata.name}`, made(template)).response;
    const causes = (isMap(body) && listAt(mapAt(body, 'details') ?? new Map(), 'causes')) || [];
    const shownValues = causes.flatMap((cause) => {
      const [field, message] = isMap(cause) ? [cause.get('field'), cause.get('message')] : [];
      return String(message).endsWith(': field is immutable')
        ? [field, String(message).replaceAll(addresses, '(0x)')]
        : [];
    });
    expect(shownValues).toEqual(answer);
  });
});

function send(cluster: Cluster, method: 'POST' | 'PUT', path: string, value: Value) {
  const body = { kind: 'value', value, duplicates: [] } as const;
  return serve(cluster, { method, path, query: new Map(), contentType: 'application/json', body }, now);
}
