import type { ValueMap } from '@managed-fields/merge-engine';
import { has, pointer, structs, text } from '../validation/object.ts';

interface PlacedPath {
  readonly path: string;
  readonly source: string;
}

/**
 * Warnings about files of one volume that have the same path or lie inside each other.
 * Upstream: k8s.io/kubernetes pkg/api/pod/warnings.go warningsForOverlappingVirtualPaths.
 */
export function overlapWarnings(volumes: readonly ValueMap[]): readonly string[] {
  return volumes.flatMap((volume) => {
    const name = text(volume, 'name');
    const warn = (described: string, body: string) => `volume "${name}" (${described}): overlapping paths: ${body}`;
    const configMap = pointer(volume, 'configMap');
    const secret = pointer(volume, 'secret');
    return [
      ...itemOverlaps(configMap).map((body) => warn(`ConfigMap "${text(configMap, 'name')}"`, body)),
      ...itemOverlaps(secret).map((body) => warn(`Secret "${text(secret, 'secretName')}"`, body)),
      ...itemOverlaps(pointer(volume, 'downwardAPI')).map((body) => warn('DownwardAPI', body)),
      ...projectedWarnings(name, pointer(volume, 'projected'), warn),
    ];
  });
}

function itemOverlaps(source: ValueMap | undefined): readonly string[] {
  return overlapsWithin(
    [],
    structs(source, 'items').map((item) => ({ path: text(item, 'path'), source: '' })),
  ).warnings;
}

function projectedWarnings(
  name: string,
  projected: ValueMap | undefined,
  warn: (described: string, body: string) => string,
): readonly string[] {
  const warnings: string[] = [];
  let placed: readonly PlacedPath[] = [];
  for (const source of structs(projected, 'sources')) {
    if (source.size === 0) {
      warnings.push(`volume "${name}" (Projected) has no sources provided`);
      continue;
    }
    const found = overlapsWithin(placed, sourcePaths(source));
    warnings.push(...found.warnings.map((body) => warn('Projected', body)));
    placed = found.placed;
  }
  return warnings;
}

function sourcePaths(source: ValueMap): readonly PlacedPath[] {
  const configMap = pointer(source, 'configMap');
  const secret = pointer(source, 'secret');
  const downward = pointer(source, 'downwardAPI');
  const token = pointer(source, 'serviceAccountToken');
  const bundle = pointer(source, 'clusterTrustBundle');
  const certificate = pointer(source, 'podCertificate');
  const items = (from: ValueMap, described: string) =>
    structs(from, 'items').map((item) => ({ path: text(item, 'path'), source: described }));
  if (configMap !== undefined && has(configMap, 'items'))
    return items(configMap, `ConfigMap "${text(configMap, 'name')}"`);
  if (secret !== undefined && has(secret, 'items')) return items(secret, `Secret "${text(secret, 'name')}"`);
  if (downward !== undefined && has(downward, 'items')) return items(downward, 'DownwardAPI');
  if (token !== undefined) return [{ path: text(token, 'path'), source: 'ServiceAccountToken' }];
  if (bundle !== undefined) {
    const named = has(bundle, 'name') ? text(bundle, 'name') : text(bundle, 'signerName');
    return [{ path: text(bundle, 'path'), source: `ClusterTrustBundle "${named}"` }];
  }
  if (certificate === undefined) return [];
  return [
    { path: text(certificate, 'certificateChainPath'), source: 'PodCertificate chain' },
    { path: text(certificate, 'keyPath'), source: 'PodCertificate key' },
    { path: text(certificate, 'credentialBundlePath'), source: 'PodCertificate credential bundle' },
  ].filter(({ path }) => path !== '');
}

function overlapsWithin(
  before: readonly PlacedPath[],
  added: readonly PlacedPath[],
): { warnings: readonly string[]; placed: readonly PlacedPath[] } {
  const warnings: string[] = [];
  const placed = [...before];
  for (const { path: written, source } of added) {
    const path = written.replace(/\/+$/, '');
    if (path !== '') {
      for (const other of placed) {
        if (other.path !== '' && (`${other.path}/`.startsWith(`${path}/`) || `${path}/`.startsWith(`${other.path}/`))) {
          warnings.push(`${describe({ path, source })} with ${describe(other)}`);
        }
      }
    }
    placed.push({ path, source });
  }
  return { warnings, placed };
}

function describe({ path, source }: PlacedPath): string {
  return source === '' ? `"${path}"` : `"${path}" (${source})`;
}
