import { readFileSync } from 'node:fs';
import type { AdmissionAttributes } from '@managed-fields/api-server';
import { type Cluster, emptyCluster, type RequestUser, serve } from '@managed-fields/api-server/whole';
import { loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { isMap, mapAt, mapFromPlain, stringAt } from '@managed-fields/merge-engine';
import { describe, expect, it } from 'vitest';
import { decisionOn } from '../attributes.ts';
import '../whole.ts';

/**
 * What a policy of a server v1.36.3 with these roles sees of those who send requests (`kubectl --as`), and what its
 * authorizer says: what the policy wrote into an object.
 */
const {
  objects,
  cases,
}: {
  readonly objects: readonly {
    readonly apiVersion: string;
    readonly kind: string;
    readonly metadata: { readonly namespace?: string };
  }[];
  readonly cases: readonly { readonly user: RequestUser; readonly name: string; readonly said: string }[];
} = JSON.parse(readFileSync(new URL('./users.cases.json', import.meta.url), 'utf8'));

const plurals: Readonly<Record<string, string>> = {
  MutatingAdmissionPolicy: 'mutatingadmissionpolicies',
};
const now = '2026-01-01T00:00:00Z';

describe('policies see who sends a request, and what roles allow him', async () => {
  const admission = { plugins: 'plain', controllers: false } as const;
  const post = (cluster: Cluster, path: string, object: object, user?: RequestUser) =>
    serve(
      cluster,
      {
        method: 'POST',
        path,
        query: new Map(),
        contentType: 'application/json',
        body: { kind: 'value', value: mapFromPlain(object), duplicates: [] },
        ...(user === undefined ? {} : { user }),
      },
      now,
    );
  const pathOf = ({ apiVersion, kind, metadata: { namespace } }: (typeof objects)[number]) =>
    `/apis/${apiVersion}/${namespace === undefined ? '' : `namespaces/${namespace}/`}${plurals[kind] ?? `${kind.toLowerCase()}s`}`;
  const empty = emptyCluster(await loadKubernetesTypes(), { admission });
  const made = (wanted: typeof objects) =>
    wanted.reduce((cluster, object) => {
      const served = post(cluster, pathOf(object), object);
      if (served.response.code !== 201) throw new Error(pathOf(object));
      return served.cluster;
    }, empty);
  const said = (cluster: Cluster, name: string, user?: RequestUser) => {
    const path = '/api/v1/namespaces/default/configmaps';
    const { body } = post(cluster, path, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }, user).response;
    return isMap(body) ? stringAt(mapAt(body, 'data'), 'said') : undefined;
  };
  const cluster = made(objects);
  it.each(cases.map((each) => [each.user.name, each.user.groups.join(), each.name, each] as const))(
    '%s of %s: %s',
    (_name, _groups, _object, each) => {
      expect(said(cluster, each.name, each.user)).toBe(each.said);
    },
  );

  it('without roles everything is allowed', () => {
    const bare = made(objects.filter(({ kind }) => kind.startsWith('Mutating')));
    expect(said(bare, 'who-1', { name: 'jane', groups: [] })).toBe('jane | system:authenticated | yes ');
  });

  it('where nothing decides, everything is allowed for no reason', () => {
    const { authorize: _, ...builtin } = empty.builtin;
    const request = { method: 'GET', path: '/healthz', query: new Map() };
    const attributes = { cluster: { ...empty, builtin }, request } as unknown as AdmissionAttributes;
    expect(decisionOn(attributes, { kind: 'path', verb: 'get', path: '/healthz' })).toEqual({
      allowed: true,
      reason: '',
    });
  });

  it('who is not named may do everything', () => {
    expect(said(cluster, 'who-1')).toBe('admin | system:masters,system:authenticated | yes ');
  });
});
