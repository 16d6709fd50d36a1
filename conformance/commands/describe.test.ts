import { readFileSync } from 'node:fs';
import { type Cluster, emptyCluster, setLive } from '@managed-fields/api-server/whole';
import { runKubectl } from '@managed-fields/kubectl/whole';
import { valueFromPlain } from '@managed-fields/merge-engine';
import { kubectlTexts } from '@managed-fields/source';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';

/** Lines in the place of others: where, how many, and these. Undefined: all stay as they are. */
type Hunk = readonly [line: number, count: number, ...lines: readonly string[]];

/** What stands otherwise in the objects of a situation, and so in what is printed. */
interface Change {
  /** The place, as a JSON pointer into the list of objects. */
  readonly at: string;
  /** What stands there; absent where nothing does. */
  readonly to?: unknown;
  readonly out: Hunk;
}

/** What kubectl v1.36.3, or that of another release, printed of some objects. */
interface Situation {
  readonly line: string;
  readonly release?: string;
  /** The files that it read, by their names. */
  readonly files?: Readonly<Record<string, string>>;
  /** The objects, or the name of a situation that has the same. */
  readonly objects: readonly unknown[] | string;
  readonly out: readonly string[];
  readonly err?: readonly string[];
  readonly code?: number;
  /** What the server was asked. */
  readonly requests: readonly string[];
  readonly changes?: readonly Change[];
  /** What other releases of kubectl printed, where that is something else. */
  readonly releases?: Readonly<Record<string, Hunk>>;
}

/**
 * Answers of kubectl's own describers, asked at a server that held these objects on the first of January 2026: nearly every
 * field of each kind that kubectl describes, and what is printed where one is absent, empty or another.
 */
const situations: Readonly<Record<string, Situation>> = JSON.parse(
  readFileSync(new URL('./describe.cases.json', import.meta.url), 'utf8'),
);
const definitions: readonly unknown[] = [
  { kind: 'Foo', plural: 'foos', scope: 'Namespaced' },
  { kind: 'Bar', plural: 'bars', scope: 'Cluster' },
].map(({ kind, plural, scope }) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.example.com` },
  spec: {
    group: 'example.com',
    scope,
    names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
}));

const put = (cluster: Cluster, object: unknown): Cluster => {
  const set = setLive(cluster, valueFromPlain(object));
  if (set.kind !== 'set') throw new Error(set.message);
  return set.cluster;
};
const start = definitions.reduce(put, emptyCluster(await loadCatalog('v1.36.3')));

/** The objects with a change, and which of them has it. */
function changed(objects: readonly unknown[], { at, to }: Change): readonly [unknown[], number] {
  const copy = structuredClone(objects) as unknown[];
  const keys = at.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop() ?? '';
  const holder = keys.slice(1).reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], copy);
  if (to !== undefined) Object.assign(holder as object, { [last]: to });
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete (holder as Record<string, unknown>)[last];
  return [copy, Number(keys[1] ?? Number.NaN)];
}

function run(cluster: Cluster, { line, files = {}, release: own = 'v1.36.3' }: Situation, release = own) {
  const command = { line: `kubectl describe ${line}`, files: new Map(Object.entries(files)), namespace: 'default' };
  const ran = runKubectl(cluster, command, { ...kubectlTexts, release }, '2026-01-01T00:00:00Z');
  const requests = ran.requests.map(({ request }) => {
    const parts = [...request.query].map(([key, value]) => `${key}=${plainQuery(key, value)}`);
    return [request.path, ...parts.sort()].join(' ');
  });
  return { out: ran.stdout.split('\n'), err: ran.stderr.split('\n'), code: ran.exitCode, requests };
}

function objectsOf({ objects }: Situation): readonly unknown[] {
  if (typeof objects !== 'string') return objects;
  const other = situations[objects];
  return other === undefined ? [] : objectsOf(other);
}

/** Where kubectl leaves an order to chance, and servers have texts of their own. */
function plainQuery(key: string, value: string): string {
  if (key === 'fieldSelector') return value.split(',').sort().join(',');
  return key === 'continue' ? '*' : value;
}

const withHunk = (lines: readonly string[], [line, count, ...others]: Hunk) => lines.toSpliced(line, count, ...others);

const named = Object.entries(situations);
const withChanges = named.filter(([, { changes }]) => changes !== undefined);
const inReleases = named.flatMap(([name, situation]) =>
  Object.entries(situation.releases ?? {}).map(([release, hunk]) => [name, release, hunk, situation] as const),
);

describe('what kubectl describes', () => {
  it.each(named)('%s', (_, situation) => {
    const { out, err = [''], code = 0, requests } = situation;
    expect(run(objectsOf(situation).reduce(put, start), situation)).toEqual({ out, err, code, requests });
  });
  it.each(withChanges)('%s, changed', (_, situation) => {
    const objects = objectsOf(situation);
    const whole = objects.reduce(put, start);
    for (const change of situation.changes ?? []) {
      const [objectsThen, index] = changed(objects, change);
      const object = objectsThen[index];
      const isOne = objectsThen.length === objects.length && object !== undefined;
      const cluster = isOne ? put(whole, object) : objectsThen.reduce(put, start);
      expect(run(cluster, situation).out, change.at).toEqual(withHunk(situation.out, change.out));
    }
  });
  it.each(inReleases)('%s by %s', (_, release, hunk, situation) => {
    const cluster = objectsOf(situation).reduce(put, start);
    expect(run(cluster, situation, release).out).toEqual(withHunk(situation.out, hunk));
  });
  it('but bytes that are no request for a certificate', () => {
    const pem = '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n';
    const [request] = objectsOf(situations['csr-none'] ?? expect.fail());
    const other = structuredClone(request) as { spec: { request: string } };
    other.spec.request = Buffer.from(pem).toString('base64');
    const command = { line: 'kubectl describe csr web', files: new Map(), namespace: 'default' };
    const ran = runKubectl(put(start, other), command, { ...kubectlTexts, release: 'v1.36.3' }, '2026-01-01T00:00:00Z');
    expect(ran.unplayed).toEqual({ kind: 'describe', what: 'CertificateSigningRequest' });
  });
});
