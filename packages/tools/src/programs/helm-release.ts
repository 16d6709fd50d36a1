import { isMap, mapAt, metadataOf, parseJson, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { layerOf } from '@managed-fields/redact';
import { readDocuments } from '@managed-fields/source';
import type { PreviousRelease, StoredRelease, ToolTask } from './program.ts';

/** The revisions of a release in the namespace of a task, the newest first: those of live objects and those that were kept. */
export function revisionsOf(
  { live, kept = [], namespace }: Pick<ToolTask, 'live' | 'kept' | 'namespace'>,
  name: string,
): readonly StoredRelease[] {
  return [...live.flatMap((object) => storedRelease(object) ?? []), ...kept]
    .filter((each) => each.name === name && each.namespace === namespace)
    .toSorted((a, b) => b.revision - a.revision);
}

/**
 * What an upgrade starts from: the manifests that are deployed, or else those of the last revision. Upstream: helm
 * pkg/action upgrade.go prepareUpgrade.
 */
export function deployedOf(revisions: readonly StoredRelease[], last: StoredRelease): PreviousRelease {
  const deployed = revisions.find(({ status }) => status === 'deployed') ?? last;
  const { manifests, serverSide } = deployed;
  return { manifests, serverSide: last.serverSide, deployedServerSide: serverSide };
}

/**
 * Reads a release out of the object that holds it; undefined for other objects, and for what cannot be read. Upstream:
 * helm pkg/storage/driver/util.go decodeRelease.
 */
export function storedRelease(object: ValueMap): StoredRelease | undefined {
  if (stringAt(mapAt(metadataOf(object), 'labels'), 'owner') !== 'helm') return undefined;
  const written = stringAt(mapAt(object, 'data'), 'release');
  if (written === undefined) return undefined;
  // A Secret has base64 of what a ConfigMap has: base64 of packed JSON.
  const json = opened(stringAt(object, 'kind') === 'Secret' ? opened(written) : written);
  const parsed = json === undefined ? undefined : parseJson(json);
  if (parsed?.kind !== 'value' || !isMap(parsed.value)) return undefined;
  const release = parsed.value;
  const manifest = stringAt(release, 'manifest') ?? '';
  return {
    name: stringAt(release, 'name') ?? '',
    namespace: stringAt(release, 'namespace') ?? '',
    revision: Number(release.get('version') ?? 0),
    status: stringAt(mapAt(release, 'info'), 'status') ?? '',
    manifests: readDocuments(manifest).flatMap(({ value }) => (value !== undefined && isMap(value) ? [value] : [])),
    serverSide: stringAt(release, 'apply_method') === 'ssa',
  };
}

function opened(text: string | undefined): string | undefined {
  const layer = text === undefined ? undefined : layerOf(text);
  return layer?.kind === 'text' ? layer.text : undefined;
}
