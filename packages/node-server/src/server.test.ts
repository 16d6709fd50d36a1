import { afterEach, expect, test } from 'vitest';
import type { Exchange } from './api.ts';
import { ask, closeAll, configMap, create, type Got, json, maps, start } from './test-client.ts';

afterEach(closeAll);

test('serves TLS with a certificate that the kubeconfig names', async () => {
  const server = await start({ protocol: 'https' });
  expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(server.token).toMatch(/^[0-9a-f]{64}$/);
  const config = JSON.parse(server.kubeconfig);
  const authority = Buffer.from(config.clusters[0].cluster['certificate-authority-data'], 'base64').toString();
  expect(authority).toBe(server.certificate);
  expect((await ask(server, '/version')).json.gitVersion).toBe('v1.36.3');
  await expect(ask({ ...server, certificate: '' }, '/version')).rejects.toThrow('self-signed certificate');
});

test.each([
  ['without a token', { authorization: '' }, 401],
  ['with another token', { authorization: `Bearer ${'0'.repeat(64)}` }, 401],
  ['by another host', { host: 'rebound.example:80' }, 403],
  ['from a page', { origin: 'http://localhost:3000' }, 403],
  ['from a browser', { 'sec-fetch-site': 'cross-site' }, 403],
])('refuses who asks %s', async (_, headers, code) => {
  const server = await start();
  for (const path of ['/version', '/healthz', maps]) expect((await ask(server, path, { headers })).code).toBe(code);
  const refused = await ask(server, maps, { method: 'POST', headers: { ...json, ...headers }, body: configMap('a') });
  expect(refused.code).toBe(code);
  expect((await ask(server, maps)).json.items).toEqual([]);
});

test('takes no body of more than 3 MiB, whether its length is said or not', async () => {
  const server = await start();
  const body = configMap('a', { a: 'x'.repeat(3 * 1024 * 1024) });
  const said = await ask(server, maps, { method: 'POST', headers: json, body }).catch(() => ({ code: 413 }));
  expect(said.code).toBe(413);
  const headers = { ...json, 'transfer-encoding': 'chunked' };
  const unsaid = await ask(server, maps, { method: 'POST', headers, body }).catch(() => ({ code: 413 }));
  expect(unsaid.code).toBe(413);
  expect((await ask(server, maps)).json.items).toEqual([]);
});

test('lists what it has, in both forms of discovery, custom kinds too', async () => {
  const server = await start();
  const groups = (await ask(server, '/apis')).json.groups.map(({ name }: { name: string }) => name);
  expect(groups).toContain('apps');
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'shirts.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'shirts', singular: 'shirt', kind: 'Shirt', shortNames: ['sh'], categories: ['all'] },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: [{ name: 'Colour', type: 'string', jsonPath: '.spec.colour' }],
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { spec: { type: 'object', properties: { colour: { type: 'string' } } } },
            },
          },
        },
      ],
    },
  };
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  expect((await create(server, JSON.stringify(definition), path)).code).toBe(201);
  expect((await ask(server, '/apis/example.com/v1')).json.resources).toMatchObject([
    { name: 'shirts', kind: 'Shirt', namespaced: true, shortNames: ['sh'], categories: ['all'] },
    { name: 'shirts/status', kind: 'Shirt' },
  ]);
  // What a custom kind is served by looks at no method, as that of a real server.
  expect((await ask(server, '/apis/example.com/v1', { method: 'DELETE' })).code).toBe(200);
  expect((await ask(server, '/apis/apps/v1', { method: 'DELETE' })).code).toBe(405);
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';
  const aggregated = await ask(server, '/apis', { headers: { accept } });
  expect(aggregated.headers['content-type']).toContain('as=APIGroupDiscoveryList');
  const own = aggregated.json.items.find(
    ({ metadata }: { metadata: { name: string } }) => metadata.name === 'example.com',
  );
  expect(own.versions[0].resources[0]).toMatchObject({ resource: 'shirts', subresources: [{ subresource: 'status' }] });
  const document = (await ask(server, '/openapi/v3/apis/example.com/v1')).json;
  expect(document.components.schemas['com.example.v1.Shirt'].properties.spec.properties).toHaveProperty('colour');
  const shirt = { apiVersion: 'example.com/v1', kind: 'Shirt', metadata: { name: 'a' }, spec: { colour: 'red' } };
  await create(server, JSON.stringify(shirt), '/apis/example.com/v1/namespaces/default/shirts');
  const table = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
  const shown = await ask(server, '/apis/example.com/v1/shirts', { headers: { accept: table } });
  expect(shown.json).toMatchObject({ kind: 'Table', rows: [{ cells: ['a', 'red'] }] });
});

test('describes fields in OpenAPI v3 and v2', async () => {
  const server = await start();
  const index = (await ask(server, '/openapi/v3')).json;
  const { serverRelativeURL } = index.paths['apis/apps/v1'];
  const document = (await ask(server, serverRelativeURL, { headers: { 'accept-encoding': 'gzip' } })).json;
  const named = document.paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}'];
  expect(named.patch).toMatchObject({
    'x-kubernetes-action': 'patch',
    parameters: [{}, {}, { name: 'fieldValidation' }],
  });
  expect(document.components.schemas).toHaveProperty(['io.k8s.api.apps.v1.DeploymentSpec']);
  const text = (await ask(server, '/openapi/v2')).text;
  expect(text).not.toContain('#/components/');
  const { definitions } = JSON.parse(text);
  const [refs] = [[...text.matchAll(/#\/definitions\/([^"]+)/g)].map(([, name = '']) => name)];
  expect(refs.filter((name) => !(name in definitions))).toEqual([]);
  for (const name of ['api.resource.Quantity', 'util.intstr.IntOrString']) {
    expect(definitions[`io.k8s.apimachinery.pkg.${name}`]).toMatchObject({ type: 'string' });
  }
  const accept = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
  const packed = await ask(server, '/openapi/v2', { headers: { accept } });
  expect(packed.headers['content-type']).toBe('application/com.github.proto-openapi.spec.v2.v1.0+protobuf');
  expect(packed.text).toContain('io.k8s.api.apps.v1.DeploymentSpec');
});

test('answers who wants another protocol in this one, as kubectl exec does', async () => {
  const server = await start();
  const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
  for (const method of ['GET', 'POST']) {
    const asked = await ask(server, '/api/v1/namespaces/default/pods/none/exec?command=true', { method, headers });
    expect(asked.json).toMatchObject({ code: 404, message: 'pods "none" not found' });
  }
  const unknown = await ask(server, maps, { headers: { ...headers, authorization: 'Bearer none' } });
  expect(unknown.code).toBe(401);
});

test('cuts lists into pages, and selects by labels and fields', async () => {
  const server = await start();
  for (const name of ['a', 'b', 'c']) await create(server, configMap(name, {}, { odd: name === 'b' ? 'no' : 'yes' }));
  const names = ({ json: list }: Got) => list.items.map((each: { metadata: { name: string } }) => each.metadata.name);
  const first = await ask(server, `${maps}?limit=2`);
  expect(names(first)).toEqual(['a', 'b']);
  expect(first.json.metadata.remainingItemCount).toBe(1);
  const next = await ask(server, `${maps}?limit=2&continue=${first.json.metadata.continue}`);
  expect(names(next)).toEqual(['c']);
  expect(next.json.metadata).toEqual({ resourceVersion: first.json.metadata.resourceVersion });
  expect(names(await ask(server, '/api/v1/configmaps?limit=1'))).toEqual(['a']);
  expect(names(await ask(server, `${maps}?labelSelector=odd%3Dyes`))).toEqual(['a', 'c']);
  expect(names(await ask(server, `${maps}?fieldSelector=metadata.name%3Db`))).toEqual(['b']);
  expect((await ask(server, `${maps}?continue=abc`)).json.message).toContain('invalid continue token');
  expect((await ask(server, `${maps}?fieldSelector=spec.x%3D1`)).json.message).toBe(
    '"spec.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
  );
});

test('watches: what is there, what comes, what a selector drops, and what goes', async () => {
  const server = await start();
  await create(server, configMap('a', {}, { app: 'web' }));
  const query =
    'watch=1&timeoutSeconds=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
  const watching = ask(server, `${maps}?${query}&labelSelector=app%3Dweb`);
  await new Promise((done) => setTimeout(done, 200));
  await create(server, configMap('b', {}, { app: 'web' }));
  await create(server, configMap('c', {}, { app: 'db' }));
  const patch = { method: 'PATCH', headers: { 'content-type': 'application/merge-patch+json' } };
  await ask(server, `${maps}/b`, { ...patch, body: '{"data":{"x":"1"}}' });
  await ask(server, `${maps}/b`, { ...patch, body: '{"metadata":{"labels":{"app":"db"}}}' });
  await ask(server, `${maps}/a`, { method: 'DELETE' });
  const events = (await watching).text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.map(({ type, object }) => [type, object.metadata.name])).toEqual([
    ['ADDED', 'a'],
    ['BOOKMARK', undefined],
    ['ADDED', 'b'],
    ['MODIFIED', 'b'],
    ['DELETED', 'b'],
    ['DELETED', 'a'],
  ]);
  expect(events[1].object.metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' });
  const versions = events.map(({ object }) => Number(object.metadata.resourceVersion));
  expect(versions).toEqual([...versions].sort((a, b) => a - b));
  const later = await ask(server, `${maps}?watch=1&timeoutSeconds=1&resourceVersion=${versions[2]}`);
  expect(
    later.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type),
  ).toEqual(['ADDED', 'MODIFIED', 'MODIFIED', 'DELETED']);
});

test('creates nothing in a namespace that is not there', async () => {
  const server = await start();
  const refused = await create(server, configMap('a'), '/api/v1/namespaces/nope/configmaps');
  expect(refused.json).toMatchObject({
    code: 404,
    message: 'namespaces "nope" not found',
    details: { kind: 'namespaces' },
  });
  await create(server, JSON.stringify({ metadata: { name: 'nope' } }), '/api/v1/namespaces');
  expect((await create(server, configMap('a'), '/api/v1/namespaces/nope/configmaps')).code).toBe(201);
});

test('answers reviews of access, deletes collections, and tells of every write', async () => {
  const told: Exchange[] = [];
  const server = await start({ observe: (exchange) => told.push(exchange) });
  const spec = { resourceAttributes: { verb: 'get', resource: 'pods' } };
  const review = { kind: 'SelfSubjectAccessReview', apiVersion: 'authorization.k8s.io/v1', spec };
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  expect((await create(server, JSON.stringify(review), path)).json.status).toEqual({ allowed: true });
  await create(server, configMap('a'));
  await create(server, configMap('b'));
  const all = await ask(server, maps, { method: 'DELETE' });
  expect(all.json.items).toHaveLength(2);
  expect((await ask(server, maps)).json.items).toEqual([]);
  expect(told.map(({ request, response }) => [request.method, response.code])).toEqual([
    ['POST', 201],
    ['POST', 201],
    ['DELETE', 200],
    ['DELETE', 200],
  ]);
});

test('reads protobuf, and writes JSON, YAML or metadata alone, but no protobuf', async () => {
  const server = await start();
  // A ConfigMap `p` with `{a: "1"}`, as a Go client writes it.
  const field = (number: number, content: Buffer | string) => {
    const bytes = Buffer.from(content as string);
    return Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes]);
  };
  const meta = field(1, Buffer.concat([field(1, 'p'), field(8, Buffer.alloc(0))]));
  const object = Buffer.concat([meta, field(2, Buffer.concat([field(1, 'a'), field(2, '1')]))]);
  const type = field(1, Buffer.concat([field(1, 'v1'), field(2, 'ConfigMap')]));
  const body = Buffer.concat([Buffer.from('k8s\0'), type, field(2, object)]);
  const headers = {
    'content-type': 'application/vnd.kubernetes.protobuf',
    accept: 'application/vnd.kubernetes.protobuf,application/json',
  };
  const made = await ask(server, maps, { method: 'POST', headers, body });
  expect(made.json).toMatchObject({ metadata: { name: 'p' }, data: { a: '1' } });
  const broken = await ask(server, maps, { method: 'POST', headers, body: body.subarray(0, 20) });
  expect(broken.code).toBe(400);
  const accept = 'application/vnd.kubernetes.protobuf';
  expect((await ask(server, maps, { headers: { accept } })).code).toBe(406);
  expect((await ask(server, `${maps}/p`, { headers: { accept: 'application/yaml' } })).text).toContain(
    'kind: ConfigMap\n',
  );
  const partial = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
  const listed = (await ask(server, maps, { headers: { accept: partial } })).json;
  expect(listed.kind).toBe('PartialObjectMetadataList');
  expect(listed.items[0]).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'p' } });
  expect(listed.items[0]).not.toHaveProperty('data');
});

const deployment = JSON.stringify({
  metadata: { name: 'web' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web' }] } },
  },
});

test.each([
  ['/apis/apps/v1/namespaces/default/deployments', deployment, { readyReplicas: 2, observedGeneration: 1 }],
  [
    '/apis/batch/v1/namespaces/default/jobs',
    JSON.stringify({
      metadata: { name: 'web' },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'web', image: 'web' }] } } },
    }),
    { succeeded: 1, conditions: [{ type: 'SuccessCriteriaMet' }, { type: 'Complete', status: 'True' }] },
  ],
  [
    '/api/v1/namespaces/default/pods',
    JSON.stringify({ metadata: { name: 'web' }, spec: { containers: [{ name: 'web', image: 'web' }] } }),
    { phase: 'Running' },
  ],
])('marks what waits as ready where that is asked for: %s', async (path, body, status) => {
  const told: Exchange[] = [];
  const server = await start({ ready: true, observe: (exchange) => told.push(exchange) });
  expect((await create(server, body, path)).code).toBe(201);
  expect((await ask(server, `${path}/web`)).json.status).toMatchObject(status);
  expect(told).toHaveLength(1);
  const plain = await start();
  await create(plain, body, path);
  expect((await ask(plain, `${path}/web`)).json.status).not.toMatchObject(status);
});

test('lets go what is deleted in the foreground where that is asked for, finalizers of others but', async () => {
  const body = JSON.stringify({ propagationPolicy: 'Foreground' });
  const sent = { method: 'DELETE', headers: { ...json, 'content-length': String(body.length) }, body };
  const told: Exchange[] = [];
  const server = await start({ ready: true, observe: (exchange) => told.push(exchange) });
  await create(server, configMap('a'));
  const held = { metadata: { name: 'b', finalizers: ['example.com/held'] } };
  await create(server, JSON.stringify(held));
  for (const name of ['a', 'b']) expect((await ask(server, `${maps}/${name}`, sent)).code).toBe(200);
  expect((await ask(server, `${maps}/a`)).code).toBe(404);
  expect((await ask(server, `${maps}/b`)).json.metadata.finalizers).toEqual(['example.com/held']);
  expect(told).toHaveLength(4);
  const plain = await start();
  await create(plain, configMap('a'));
  await ask(plain, `${maps}/a`, sent);
  expect((await ask(plain, `${maps}/a`)).json.metadata.finalizers).toEqual(['foregroundDeletion']);
});
