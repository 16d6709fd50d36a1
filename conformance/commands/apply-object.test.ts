import { type Cluster, emptyCluster } from '@managed-fields/api-server/whole';
import { applyObject, runKubectl, type SentRequest } from '@managed-fields/kubectl/whole';
import { isMap, type ValueMap } from '@managed-fields/merge-engine';
import { kubectlTexts, readDocuments } from '@managed-fields/source';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';

const host = { ...kubectlTexts, release: 'v1.36.3' };
const now = '2026-01-01T00:00:00Z';
const start = emptyCluster(await loadCatalog());

/** The objects of a text. */
function objectsOf(text: string): readonly ValueMap[] {
  return readDocuments(text)
    .map(({ value }) => value ?? null)
    .filter(isMap);
}

interface Asked {
  readonly serverSide?: boolean;
  readonly dryRun?: 'none' | 'client';
  readonly forceConflicts?: boolean;
  readonly force?: boolean;
}

/** What the function and the command line make of a text, in that order. */
function bothOf(cluster: Cluster, text: string, asked: Asked = {}) {
  const { serverSide = false, forceConflicts = false, force = false } = asked;
  const dryRun = asked.dryRun ?? 'none';
  const [object = new Map()] = objectsOf(text);
  const options = {
    manager: 'kubectl-client-side-apply',
    serverSide,
    forceConflicts,
    force,
    dryRun,
    namespace: 'here',
  };
  const own = applyObject(cluster, object, 'a.yaml', options, host, now);
  const flags = [
    ...(serverSide ? ['--server-side', '--field-manager=kubectl-client-side-apply'] : []),
    ...(forceConflicts ? ['--force-conflicts'] : []),
    ...(force ? ['--force'] : []),
    ...(dryRun === 'client' ? ['--dry-run=client'] : []),
  ];
  const line = `kubectl apply -f a.yaml --validate=ignore ${flags.join(' ')}`;
  const ran = runKubectl(cluster, { line, files: new Map([['a.yaml', text]]), namespace: 'here' }, host, now);
  return { own, ran };
}

const map = (data: string, metadata = '', namespace = 'here') =>
  `{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: ${namespace}${metadata}}, data: ${data}}`;
const made = (text: string, asked?: Asked) => bothOf(start, text, asked).ran.cluster;
const byOther = runKubectl(
  made(map('{a: b}')),
  { line: 'kubectl patch cm a -p \'{"data":{"a":"c"}}\'', files: new Map(), namespace: 'here' },
  host,
  now,
).cluster;
const service = (port: number, extra: string) =>
  `{apiVersion: v1, kind: Service, metadata: {name: s, namespace: here}, spec: {ports: [{port: ${port}}], clusterIP: ${extra}}}`;

/** A request and its answer. Only a command line has a word about fields that are not known. */
function withoutValidation({ request, response }: SentRequest): unknown {
  const query = [...request.query].filter(([name]) => name !== 'fieldValidation');
  return { request: { ...request, query }, response };
}

const rows: readonly (readonly [about: string, cluster: Cluster, text: string, asked?: Asked])[] = [
  ['creates', start, map('{a: b}')],
  ['creates what has no namespace', start, '{apiVersion: v1, kind: Namespace, metadata: {name: space}}'],
  [
    'names the group',
    start,
    '{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: r}, rules: []}',
  ],
  ['takes the namespace of the object', start, map('{a: b}', '', 'default')],
  ['leaves what is the same', made(map('{a: b}')), map('{a: b}')],
  ['patches', made(map('{a: b}')), map('{a: c}')],
  ['overwrites what others changed', byOther, map('{a: b}')],
  ['creates by the server', start, map('{a: b}'), { serverSide: true }],
  ['applies by the server', made(map('{a: b}'), { serverSide: true }), map('{a: c}'), { serverSide: true }],
  ['meets a conflict', byOther, map('{a: d}'), { serverSide: true }],
  ['forces a conflict', byOther, map('{a: d}'), { serverSide: true, forceConflicts: true }],
  [
    'warns of what was not applied',
    runKubectl(start, { line: 'kubectl create cm a', files: new Map(), namespace: 'here' }, host, now).cluster,
    map('{a: d}'),
  ],
  ['creates nothing in a dry run', start, map('{a: b}'), { dryRun: 'client' }],
  ['patches nothing in a dry run', made(map('{a: b}')), map('{a: c}'), { dryRun: 'client' }],
  ['is refused', start, '{apiVersion: v1, kind: Service, metadata: {name: s, namespace: here}}'],
  ['is refused a change', made(service(1, 'None')), service(2, '10.96.0.9')],
  ['makes it again by force', made(service(1, 'None')), service(2, '10.96.0.9'), { force: true }],
  ['is refused a name by chance', start, '{apiVersion: v1, kind: ConfigMap, metadata: {generateName: g-}}'],
  ['has a name beside one by chance', start, map('{}', ', generateName: g-')],
  ['has no name', start, '{apiVersion: v1, kind: ConfigMap, metadata: {}}'],
  ['knows no such kind', start, '{apiVersion: v1, kind: Foo, metadata: {name: a}}'],
  ['refuses force by the server', start, map('{}'), { serverSide: true, force: true }],
];

/** What `kubectl apply` does is recorded; the function leaves out what its command line prints around it. */
describe('applyObject does what kubectl apply does', () => {
  it.each(rows.map(([about, cluster, text, asked = {}]) => [about, { cluster, text, asked }] as const))(
    '%s',
    (_about, { cluster, text, asked }) => {
      const { own, ran } = bothOf(cluster, text, asked);
      expect(own.requests.map(withoutValidation)).toEqual(ran.requests.map(withoutValidation));
      const said = [ran.stdout, ran.stderr].map((each) => each.trim()).filter((each) => each !== '');
      if (own.failure === undefined) {
        expect(ran.exitCode).toBe(0);
        expect(own.output).toBe(said.join('. ').replace(' (dry run)', ''));
      } else {
        expect(ran.exitCode).toBe(1);
        // Of an object that is not valid the command line tells nothing but that.
        const words = said.join('\n');
        if (words.startsWith('The '))
          expect(own.failure).toMatch(/^error when [\s\S]*"a.yaml": Service "s" is invalid: /);
        else expect(words).toContain(own.failure.replace(/^error validating options: /, ''));
      }
    },
  );

  it('works in the namespace that it is given, which the object does not tell', () => {
    const { own } = bothOf(start, '{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}');
    expect(own.requests.map(({ request }) => request.path)).toEqual([
      '/api/v1/namespaces/here/configmaps/a',
      '/api/v1/namespaces/here/configmaps',
    ]);
    expect(own.output).toBe('configmap/a created');
  });
});
