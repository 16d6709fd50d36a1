import { type Cluster, emptyCluster, type RequestUser, serve } from '@managed-fields/api-server';
import { loadKubernetesTypes, versionNamed } from '@managed-fields/kubernetes-types';
import { isMap, mapFromPlain, stringAt, type Value } from '@managed-fields/merge-engine';
import '../whole.ts';

/** What tests look at in an answer. */
export interface Told {
  readonly code: number;
  /** Of a refusal. */
  readonly message: string;
  readonly warnings: readonly string[];
  readonly body: Value;
}

/** A server for tests of plugins: it has objects that no plugin saw, and answers requests that all see. */
export class ServerInTests {
  #cluster: Cluster;
  readonly #admission: Cluster['admission'];
  #seconds = 0;

  constructor(cluster: Cluster, plugins: 'plain' | 'installed') {
    this.#cluster = cluster;
    this.#admission = { plugins, controllers: false };
  }

  /** Stores an object as it is sent, without admission. */
  put(path: string, object: object): Told {
    return this.#play('POST', path, object, undefined);
  }

  /** Creates an object, with admission. */
  post(path: string, object: object, user?: RequestUser): Told {
    return this.#play('POST', path, object, this.#admission, user);
  }

  /** Changes an object by a merge patch, with admission. */
  patch(path: string, change: object, user?: RequestUser): Told {
    return this.#play('PATCH', path, change, this.#admission, user);
  }

  /** Deletes an object, with admission. */
  delete(path: string): Told {
    return this.#play('DELETE', path, undefined, this.#admission);
  }

  #play(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body: object | undefined,
    admission: Cluster['admission'],
    user?: RequestUser,
  ): Told {
    const { admission: _, ...bare } = this.#cluster;
    const cluster = admission === undefined ? bare : { ...bare, admission };
    const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const sent =
      body === undefined ? {} : { body: { kind: 'value', value: mapFromPlain(body), duplicates: [] } as const };
    const sender = user === undefined ? {} : { user };
    const now = new Date(Date.UTC(2026, 0, 1) + this.#seconds++ * 1000).toISOString().replace('.000Z', 'Z');
    const served = serve(cluster, { method, path, query: new Map(), contentType, ...sent, ...sender }, now);
    this.#cluster = served.cluster;
    const { code, warnings } = served.response;
    const message = isMap(served.response.body) ? (stringAt(served.response.body, 'message') ?? '') : '';
    return { code, message, warnings, body: served.response.body };
  }
}

/** A server of a release without objects, with all plugins or with those alone that a cluster without controllers needs. */
export async function serverInTests(
  release = 'v1.36.3',
  plugins: 'plain' | 'installed' = 'plain',
): Promise<ServerInTests> {
  return new ServerInTests(emptyCluster(await loadKubernetesTypes(versionNamed(release))), plugins);
}
