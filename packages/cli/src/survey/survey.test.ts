import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fakeIo } from '../fake-io.ts';
import { run } from './survey.ts';

const service = `apiVersion: v1
kind: Service
metadata: {name: db, namespace: shop}
spec: {clusterIP: None, selector: {app: db}, ports: [{port: 5432}]}
`;
const settings = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: shop
  managedFields:
  - {manager: kubectl, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {'f:data': {'f:a': {}}}}
  - {manager: kubectl, operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {'f:data': {'f:b': {}}}}
data: {a: "1", b: "1"}
`;

async function ran(args: readonly string[], given: Parameters<typeof fakeIo>[0] = {}) {
  const io = fakeIo(given);
  return { code: await run(args, io), out: io.out.join(''), err: io.err.join('') };
}

test('what an upgrade changes, object by object', async () => {
  const args = ['--upgrade', 'v1.33', 'v1.34.1'];
  expect(await ran(args, { stdin: `${service}---\n${settings}` })).toEqual({
    code: 1,
    out: `What changes from v1.33 to v1.34.1
Something changes for 1 of 2 objects.
Service shop/db
  created anew, there is a new warning: spec.SessionAffinity is ignored for headless services
`,
    err: '',
  });
  const same = await ran(args, { stdin: settings });
  expect([same.code, same.out]).toEqual([
    0,
    'What changes from v1.33 to v1.34.1\nNothing changes for any of 1 object.\n',
  ]);
});

test('the same as JSON, from a packed file', async () => {
  const files = { 'dump.yaml.gz': gzipSync(service) };
  const { code, out } = await ran(['-f', 'dump.yaml.gz', '--upgrade', 'v1.33', 'v1.34.1', '-o', 'json'], { files });
  const message = 'spec.SessionAffinity is ignored for headless services';
  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual({
    ...{ form: 1, from: 'v1.33', to: 'v1.34.1', unread: [] },
    objects: [
      {
        ...{ apiVersion: 'v1', kind: 'Service', namespace: 'shop', name: 'db' },
        changes: [{ kind: 'warned', request: 'create', message }],
      },
    ],
  });
});

test('what is wrong with objects', async () => {
  const { code, out } = await ran([], { stdin: settings });
  expect(code).toBe(1);
  expect(out).toContain('1 object\n');
  expect(out).toContain('One manager by Apply and by Update (apply-and-update, 1 object)\n  ConfigMap shop/settings\n');
});

test.each([
  [['--upgrade', 'v1.34'], '--upgrade takes two known versions'],
  [['--upgrade', 'v1.34', 'v9'], '--upgrade takes two known versions'],
  [['--upgrade=v1.34', 'v1.35'], '--upgrade takes two known versions'],
  [['-o', 'csv'], '--output is one of text, json'],
  [['dump.yaml'], 'dump.yaml is no option'],
  [['-f', 'none.yaml'], 'there is no file none.yaml'],
  [['-f', '-'], 'there is no object in what was read'],
  [[], 'nothing to read'],
])('%j cannot be used', async (args, message) => {
  const { code, out, err } = await ran(args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
});

test('what cannot be read is said with its place, and costs nothing else', async () => {
  const { code, out, err } = await ran(['--upgrade', 'v1.33', 'v1.34'], { stdin: `${settings}---\na: [\n---\n[]\n` });
  expect(code).toBe(2);
  expect(out).toContain('Nothing changes for any of 1 object.');
  expect(err).toMatch(/standard input:\d+: /);
});

test('a hostile name stays one line', async () => {
  const name = '\u001b[2J\nfoo';
  const stdin = JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name } },
    spec: { clusterIP: 'None', __proto__: { a: 1 }, ports: [{ port: 1 }] },
  });
  const { out } = await ran(['--upgrade', 'v1.33', 'v1.34.1'], { stdin });
  expect(out).not.toContain('\u001b');
  expect(out.split('\n').length).toBeLessThan(9);
});
