import { type AdmissionStep, type Cluster, emptyCluster, type RequestUser, serve } from '@managed-fields/api-server';
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
  /** What admission changed, by plugin. */
  readonly steps: readonly AdmissionStep[];
}

/** A server for tests of plugins: it has objects that no plugin saw, and answers requests that all see. Paths may have a query. */
export class ServerInTests {
  #cluster: Cluster;
  readonly #admission: Cluster['admission'];
  #seconds = 0;

  constructor(cluster: Cluster, plugins: 'plain' | 'installed') {
    this.#cluster = cluster;
    this.#admission = { plugins, controllers: false };
  }

  /** What it holds. */
  get cluster(): Cluster {
    return this.#cluster;
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

  /** Deletes an object, with admission; the body has its options. */
  delete(path: string, options?: object, user?: RequestUser): Told {
    return this.#play('DELETE', path, options, this.#admission, user);
  }

  #play(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body: object | undefined,
    admission: Cluster['admission'],
    user?: RequestUser,
  ): Told {
    const { admission: _, ...without } = this.#cluster;
    const cluster = admission === undefined ? without : { ...without, admission };
    const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const sent =
      body === undefined ? {} : { body: { kind: 'value', value: mapFromPlain(body), duplicates: [] } as const };
    const sender = user === undefined ? {} : { user };
    const now = new Date(Date.UTC(2026, 0, 1) + this.#seconds++ * 1000).toISOString().replace('.000Z', 'Z');
    const [bare = '', ...options] = path.split(/[?&]/);
    const query = new Map(options.map((each) => each.split('=') as [string, string]));
    const request = { method, path: bare, query, contentType, ...sent, ...sender };
    const served = serve(cluster, request, now);
    this.#cluster = served.cluster;
    const { code, warnings } = served.response;
    const message = isMap(served.response.body) ? (stringAt(served.response.body, 'message') ?? '') : '';
    return { code, message, warnings, body: served.response.body, steps: served.trace?.admission ?? [] };
  }
}

/** A server of a release without objects, with all plugins or with those alone that a cluster without controllers needs. */
export async function serverInTests(
  release = 'v1.36.3',
  plugins: 'plain' | 'installed' = 'plain',
): Promise<ServerInTests> {
  return new ServerInTests(emptyCluster(await loadKubernetesTypes(versionNamed(release))), plugins);
}
