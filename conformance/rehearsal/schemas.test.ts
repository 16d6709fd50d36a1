import { readFileSync } from 'node:fs';
import { type KubernetesVersion, loadData } from '@managed-fields/kubernetes-types';
import { startServer } from '@managed-fields/node-server';
import { expect, test } from 'vitest';
import { digestsOf } from './schemas.ts';

// `kubectl explain` prints what stands in these schemas, and other clients read them to merge and to check.

/** What a rehearsal does not publish: lists, and what only the paths that nobody asks for speak of. */
const left =
  /List$|\.(?:Scale|TokenRequest|Eviction|Patch|DeleteOptions|Preconditions|ListMeta|ShardInfo|APIResource)|\.(?:BoundObjectReference|Status(?:Cause|Details)?|WatchEvent)$/;

test.each(['v1.36', 'v1.37'] as const)(
  'the schemas of %s are those of a real server, with their descriptions',
  async (kubernetes) => {
    const recorded: Record<string, string> = JSON.parse(
      readFileSync(new URL(`schemas-${kubernetes}.json`, import.meta.url), 'utf8'),
    );
    const published = await publishedBy(kubernetes);
    const missing = Object.keys(recorded).filter((name) => !Object.hasOwn(published, name));
    expect(missing.filter((name) => !left.test(name))).toEqual([]);
    const shared = Object.keys(published).filter((name) => Object.hasOwn(recorded, name));
    expect(shared.length).toBeGreaterThan(490);
    expect(shared.filter((name) => published[name] !== recorded[name])).toEqual([]);
  },
);

async function publishedBy(kubernetes: KubernetesVersion): Promise<Readonly<Record<string, string>>> {
  const server = await startServer({ kubernetes, protocol: 'http' });
  try {
    const { resources } = (await loadData(kubernetes)).resources;
    const roots = new Set(
      resources.map(({ group, version }) => (group === '' ? `api/${version}` : `apis/${group}/${version}`)),
    );
    const headers = { authorization: `Bearer ${server.token}` };
    const documents: object[] = [];
    for (const root of roots) {
      const answer = await fetch(`${server.url}/openapi/v3/${root}`, { headers });
      documents.push((await answer.json()) as object);
    }
    return digestsOf(documents);
  } finally {
    await server.close();
  }
}
