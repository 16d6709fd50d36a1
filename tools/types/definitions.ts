import { type Server, send } from '../record/server.ts';

/** A schema as JSON. */
export interface Schema {
  readonly [key: string]: unknown;
}

/** All component schemas of a server's OpenAPI v3 documents by name, without descriptions and custom groups. */
export async function fetchDefinitions(
  server: Server,
  customGroups: ReadonlySet<string>,
): Promise<Readonly<Record<string, Schema>>> {
  const index: { paths: Record<string, unknown> } = await fetchJson(server, '/openapi/v3');
  const found = new Map<string, Schema>();
  for (const path of Object.keys(index.paths).sort()) {
    if (!/^apis?(\/|$)/.test(path) || customGroups.has(path.split('/')[1] ?? '')) continue;
    const document: { components?: { schemas?: Record<string, Schema> } } = await fetchJson(
      server,
      `/openapi/v3/${path}`,
    );
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
      found.set(name, withoutDescriptions(schema));
    }
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** GETs a JSON document; throws where the server does not answer 200. */
export async function fetchJson<T>(server: Server, path: string): Promise<T> {
  const answered = await send(server, { method: 'GET', path, query: {}, headers: { Accept: 'application/json' } });
  if (answered.code !== 200) throw new Error(`GET ${path} was answered ${answered.code}`);
  return JSON.parse(answered.body);
}

/**
 * A property may be called description: only the text beside a type goes. The list of kinds goes from the types that
 * every group has (DeleteOptions, WatchEvent), which nobody stores. Keys come out sorted.
 */
function withoutDescriptions(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => key !== 'description' || typeof value !== 'string')
      .filter(
        ([key, value]) => key !== 'x-kubernetes-group-version-kind' || !Array.isArray(value) || value.length === 1,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, stripped(value)]),
  );
}

function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped);
  return typeof value === 'object' && value !== null ? withoutDescriptions({ ...value }) : value;
}
