import { type ApiRequest, emptyCluster, serve } from '@managed-fields/api-server/whole';
import { formatJson, type Value } from '@managed-fields/merge-engine';
import { decodeBody } from '@managed-fields/source';
import { expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';

const collection = '/api/v1/namespaces/default/configmaps';
const map = (more: string, data: string) =>
  `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"${more}},"data":{"a":"${data}"}}`;
const json = 'application/json';
const apply = 'application/apply-patch+yaml';
const merge = 'application/merge-patch+json';
const finalizer = ',"finalizers":["a.b/c"]';

type Step = readonly [asked: string, contentType: string, body: string, trace: object, data: readonly string[]];

/** Requests one after another, what their traces say, and the data of the object before and after them; empty where there is none. */
const steps: readonly Step[] = [
  [
    `POST ${collection}?fieldManager=m`,
    json,
    map(finalizer, '1'),
    { operation: 'Update', manager: 'm', force: false },
    ['', '1'],
  ],
  [`POST ${collection}?fieldManager=m`, json, map('', '1'), { operation: 'Update', manager: 'm' }, ['', '']],
  [`GET ${collection}/x`, '', '', { operation: 'Get', manager: '', force: false, config: undefined }, ['1', '1']],
  [
    `PUT ${collection}/x?fieldManager=n`,
    json,
    map(finalizer, '2'),
    { operation: 'Update', manager: 'n', subresource: '' },
    ['1', '2'],
  ],
  [`PUT ${collection}/y`, json, map('', '2').replace('"x"', '"y"'), { operation: 'Update', conflicts: [] }, ['', '']],
  [
    `PATCH ${collection}/x?fieldManager=o`,
    merge,
    '{"data":{"a":"3"}}',
    { operation: 'Update', manager: 'o' },
    ['2', '3'],
  ],
  [`PATCH ${collection}/x?fieldManager=o`, merge, '{"data":5}', { operation: 'Update', manager: 'o' }, ['3', '']],
  [
    `PATCH ${collection}/x?fieldManager=p`,
    apply,
    map('', '4'),
    { operation: 'Apply', manager: 'p', force: false },
    ['3', ''],
  ],
  [
    `PATCH ${collection}/x?fieldManager=p&force=true`,
    apply,
    map('', '4'),
    { operation: 'Apply', force: true },
    ['3', '4'],
  ],
  [
    `PATCH ${collection}/z?fieldManager=p`,
    apply,
    map('', '4').replace('"x"', '"z"'),
    { operation: 'Apply', force: false },
    ['', '4'],
  ],
  [`DELETE ${collection}/z?dryRun=All`, '', '', { operation: 'Delete', manager: '', kind: 'ConfigMap' }, ['4', '']],
  [`DELETE ${collection}/z`, '', '', { operation: 'Delete', manager: '', apiVersion: 'v1' }, ['4', '']],
  [`DELETE ${collection}/x`, '', '', { operation: 'Delete', manager: '', merge: undefined }, ['4', '4']],
  [`PATCH ${collection}/x?dryRun=All`, merge, '{"metadata":{"finalizers":null}}', { operation: 'Update' }, ['4', '']],
  [`PATCH ${collection}/x`, merge, '{"metadata":{"finalizers":null}}', { operation: 'Update' }, ['4', '']],
];

it('tells of each request what it was, and the object before and after it', async () => {
  let cluster = emptyCluster(await loadCatalog('v1.36.3'));
  const dataOf = (object: Value | undefined): string =>
    object === undefined ? '' : JSON.parse(formatJson(object)).data.a;
  for (const [asked, contentType, body, trace, data] of steps) {
    const [method = '', target = ''] = asked.split(' ');
    const [path = '', query = ''] = target.split('?');
    const sent = body === '' ? {} : { contentType, body: decodeBody(body, contentType), bodyText: body };
    const request = {
      method: method as ApiRequest['method'],
      path,
      query: new Map(new URLSearchParams(query)),
      ...sent,
    };
    const served = serve(cluster, request, '2026-01-01T00:00:00Z');
    expect(served.trace, asked).toMatchObject({ ...trace, admission: [] });
    expect([dataOf(served.trace?.before), dataOf(served.trace?.after)], asked).toEqual(data);
    expect(served.trace?.config !== undefined, asked).toBe(contentType === apply);
    const isConflict = asked.endsWith('fieldManager=p') && served.response.code === 409;
    expect(served.trace?.conflicts.length, asked).toBe(isConflict ? 1 : 0);
    cluster = served.cluster;
  }
});
