import type { ClusterKinds, ClusterResource } from '@managed-fields/kubernetes-types';

/** Gives the text of a path of a server. */
export type ReadPath = (path: string, accept?: string) => Promise<string>;

/** The media type in which a server lists all groups at once. */
export const aggregatedDiscovery = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

interface Discovery {
  readonly items: readonly {
    readonly metadata: { readonly name?: string };
    readonly versions: readonly {
      readonly version: string;
      readonly resources?: readonly {
        readonly resource: string;
        readonly responseKind?: { readonly kind: string };
        readonly scope: string;
        readonly singularResource?: string;
        readonly shortNames?: readonly string[];
        readonly subresources?: readonly { readonly subresource: string }[];
      }[];
    }[];
  }[];
}

/** What a server says of all its kinds: each document of OpenAPI v3, and the whole of discovery. */
export async function readClusterKinds(read: ReadPath): Promise<ClusterKinds> {
  const { gitVersion: release }: { gitVersion: string } = JSON.parse(await read('/version'));
  const { paths }: { paths: Record<string, { serverRelativeURL: string }> } = JSON.parse(await read('/openapi/v3'));
  const documents = [];
  for (const [path, { serverRelativeURL }] of Object.entries(paths)) {
    const [, group = '', version = ''] = /^(?:api|apis\/([^/]+))\/([^/]+)$/.exec(path) ?? [];
    if (version === '') continue;
    const hash = new URL(serverRelativeURL, 'http://server').searchParams.get('hash') ?? '';
    documents.push({ group, version, hash, text: await read(`/openapi/v3/${path}`) });
  }
  const resources: ClusterResource[] = [];
  for (const path of ['/api', '/apis']) {
    const { items }: Discovery = JSON.parse(await read(path, aggregatedDiscovery));
    for (const { metadata, versions } of items) {
      for (const [index, { version, resources: found = [] }] of versions.entries()) {
        for (const each of found) {
          resources.push({
            group: metadata.name ?? '',
            version,
            plural: each.resource,
            singular: each.singularResource ?? '',
            kind: each.responseKind?.kind ?? '',
            namespaced: each.scope === 'Namespaced',
            shortNames: each.shortNames ?? [],
            subresources: (each.subresources ?? []).map(({ subresource }) => subresource),
            preferred: index === 0,
          });
        }
      }
    }
  }
  return { release, documents, resources };
}
