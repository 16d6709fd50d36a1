import type { Server } from '../record/server.ts';
import { fetchJson, type Schema } from './definitions.ts';

interface DiscoveredResource {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
}

interface ResetFields {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly resetFields: readonly (readonly string[])[];
}

/** resources.json: every resource and subresource that a server serves, with what its strategy resets. */
export async function fetchResources(
  server: Server,
  definitions: Readonly<Record<string, Schema>>,
  customGroups: ReadonlySet<string>,
  resetFieldsText: string,
): Promise<string> {
  const resets: readonly ResetFields[] = JSON.parse(resetFieldsText);
  const { gitVersion }: { gitVersion: string } = await fetchJson(server, '/version');
  const entries: unknown[] = [];
  for (const groupVersion of await groupVersions(server)) {
    const slash = groupVersion.indexOf('/');
    const [group, version] = [groupVersion.slice(0, Math.max(0, slash)), groupVersion.slice(slash + 1)];
    if (customGroups.has(group)) continue;
    const path = group === '' ? `/api/${version}` : `/apis/${groupVersion}`;
    const { resources }: { resources: readonly DiscoveredResource[] } = await fetchJson(server, path);
    for (const found of resources.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const reset = resets.find(
        (each) => each.group === group && each.version === version && each.resource === found.name,
      );
      const kindGroup = found.group ?? group;
      const kindVersion = found.version ?? version;
      entries.push({
        definition: definitionOf(definitions, kindGroup, kindVersion, found.kind),
        group,
        kind: found.kind,
        namespaced: found.namespaced,
        ...(reset === undefined ? {} : { resetFields: reset.resetFields }),
        resource: found.name,
        ...(found.shortNames === undefined ? {} : { shortNames: found.shortNames }),
        ...(found.group === undefined ? {} : { subresourceOf: { group: kindGroup, version: kindVersion } }),
        ...(found.singularName === '' ? {} : { singular: found.singularName }),
        verbs: found.verbs,
        version,
      });
    }
  }
  return `{\n"kubernetes": ${JSON.stringify(gitVersion)},\n"resources": ${JSON.stringify(entries, null, 0)}\n}\n`;
}

/** The groups that CustomResourceDefinitions added to a server. */
export async function fetchCustomGroups(server: Server): Promise<ReadonlySet<string>> {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const { items }: { items: readonly { spec: { group: string } }[] } = await fetchJson(server, path);
  return new Set(items.map(({ spec }) => spec.group));
}

async function groupVersions(server: Server): Promise<readonly string[]> {
  const { groups }: { groups: readonly { versions: readonly { groupVersion: string }[] }[] } = await fetchJson(
    server,
    '/apis',
  );
  return ['v1', ...groups.flatMap(({ versions }) => versions.map(({ groupVersion }) => groupVersion))];
}

function definitionOf(
  definitions: Readonly<Record<string, Schema>>,
  group: string,
  version: string,
  kind: string,
): string | undefined {
  return Object.keys(definitions).find((name) => {
    const kinds = definitions[name]?.['x-kubernetes-group-version-kind'];
    if (!Array.isArray(kinds)) return false;
    return kinds.some((each) => each.group === group && each.version === version && each.kind === kind);
  });
}
