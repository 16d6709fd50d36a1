import { type Cluster, isList, isMap, mapAt, stringAt, type Value } from '@managed-fields/merge-engine';
import type { Exchange } from './trace.ts';

/**
 * Keeps our numbering of resourceVersions in step with a recording. There a list's own resourceVersion takes a number
 * where it has not been seen before; here lists take none, so that the numbers of later writes are moved up.
 */
export class ListVersions {
  readonly #seen = new Set<string>();

  /** The state before the requests of a command, past the numbers of lists that come before its first write. */
  before(cluster: Cluster, exchanges: readonly Exchange[]): Cluster {
    const seen = new Set(this.#seen);
    let taken = 0n;
    for (const exchange of exchanges) {
      if (exchange.request.method !== 'GET') break;
      if (this.#takesNumber(exchange, seen)) taken++;
      noteVersions(exchange.response.body, seen);
    }
    return moved(cluster, taken, new Map());
  }

  /** The state after a command that started at `start`; what was written behind a further list is numbered anew. */
  after(cluster: Cluster, start: Cluster, exchanges: readonly Exchange[]): Cluster {
    const renamed = new Map<string, string>();
    let next = start.nextResourceVersion;
    let taken = 0n;
    let written = false;
    for (const exchange of exchanges) {
      const read = exchange.request.method === 'GET';
      const version = versionOf(exchange);
      if (written && this.#takesNumber(exchange, this.#seen)) taken++;
      if (!read) {
        written = true;
        if (version !== undefined && !this.#seen.has(version)) {
          renamed.set(String(next), String(next + taken));
          next++;
        }
      }
      noteVersions(exchange.response.body, this.#seen);
    }
    return moved(cluster, taken, renamed);
  }

  #takesNumber(exchange: Exchange, seen: ReadonlySet<string>): boolean {
    const { request, response } = exchange;
    const metadata = isMap(response.body) ? mapAt(response.body, 'metadata') : undefined;
    const version = versionOf(exchange);
    return request.method === 'GET' && version !== undefined && !metadata?.has('name') && !seen.has(version);
  }
}

function versionOf({ response }: Exchange): string | undefined {
  const version = isMap(response.body) ? stringAt(mapAt(response.body, 'metadata'), 'resourceVersion') : undefined;
  return version === undefined || !/^\d+$/.test(version) ? undefined : version;
}

function moved(cluster: Cluster, taken: bigint, renamed: ReadonlyMap<string, string>): Cluster {
  if (taken === 0n) return cluster;
  const objects = [...cluster.objects].map(([key, stored]) => {
    const resourceVersion = renamed.get(stored.resourceVersion) ?? stored.resourceVersion;
    return [key, { ...stored, resourceVersion }] as const;
  });
  return { ...cluster, objects: new Map(objects), nextResourceVersion: cluster.nextResourceVersion + taken };
}

function noteVersions(value: Value, seen: Set<string>): void {
  if (isList(value)) for (const item of value) noteVersions(item, seen);
  if (!isMap(value)) return;
  for (const [key, item] of value) {
    if (key === 'resourceVersion' && typeof item === 'string') seen.add(item);
    else noteVersions(item, seen);
  }
}
