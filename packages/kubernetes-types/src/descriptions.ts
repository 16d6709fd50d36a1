import { NotLoaded } from '@managed-fields/api-server';
import { isJsonMap, type JsonMap } from './kubernetes-data.ts';
import { type KubernetesVersion, kubernetesVersions, versionsOnTheWay } from './versions.ts';

/** What Kubernetes says of a definition and of its fields, by field; the definition itself stands under the empty name. */
export type FieldTexts = Readonly<Record<string, string>>;

type Texts = Readonly<Record<string, FieldTexts>>;

const loaded = new Map<KubernetesVersion, Texts>();

/**
 * Loads the texts of a version, which `kubectl explain` prints, once. `loading` is for those who try again or note what is
 * fetched. Rejects where they cannot be fetched.
 */
export async function loadDescriptions(
  version: string,
  loading: <Loaded>(load: () => Promise<Loaded>) => Promise<Loaded> = (load) => load(),
): Promise<void> {
  const known = kubernetesVersions.find((each) => each === version);
  if (known === undefined || loaded.has(known)) return;
  const way = ['v1.36', ...versionsOnTheWay(known)] as const;
  const parts = await loading(() => Promise.all(way.map((each) => files[each]())));
  provideDescriptions(
    known,
    parts.map((part) => part.default),
  );
}

/** Puts the texts of a version in place: those of the default version, and the differences on the way; undefined takes them away. */
export function provideDescriptions(version: KubernetesVersion, parts: readonly JsonMap[] | undefined): void {
  if (parts === undefined) loaded.delete(version);
  else loaded.set(version, parts.reduce(patched, {}) as Texts);
}

/** Whether the texts of a version are there. */
export function hasDescriptions(version: KubernetesVersion): boolean {
  return loaded.has(version);
}

/** The texts of a definition. Where those of its version are not loaded, the computation is left (`attempt` of `api-server`). */
export function descriptionsOf(version: KubernetesVersion, definition: string): FieldTexts {
  const texts = loaded.get(version);
  if (texts === undefined) throw new NotLoaded([`descriptions/${version}`]);
  return (Object.hasOwn(texts, definition) ? texts[definition] : undefined) ?? {};
}

const files: Readonly<Record<KubernetesVersion, () => Promise<{ readonly default: JsonMap }>>> = {
  'v1.33': () => import('./data/descriptions/v1.33.json'),
  'v1.34': () => import('./data/descriptions/v1.34.json'),
  'v1.35': () => import('./data/descriptions/v1.35.json'),
  'v1.36': () => import('./data/descriptions/v1.36.json'),
  'v1.37': () => import('./data/descriptions/v1.37.json'),
};

/** Applies a difference; null removes. */
function patched(base: JsonMap, patch: JsonMap): JsonMap {
  const result: Record<string, unknown> = { ...base };
  for (const [name, change] of Object.entries(patch)) {
    const old = result[name];
    if (change === null) delete result[name];
    else result[name] = isJsonMap(change) ? patched(isJsonMap(old) ? old : {}, change) : change;
  }
  return result;
}
