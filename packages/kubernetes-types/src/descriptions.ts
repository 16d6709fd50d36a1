import { NotLoaded } from '@managed-fields/api-server';
import type { JsonMap } from './kubernetes-data.ts';
import { mergePatched } from './version-data.ts';
import { type KubernetesVersion, kubernetesVersions, versionsOnTheWay } from './versions.ts';

/** What Kubernetes says of a definition and of its fields, by field; the definition itself stands under the empty name. */
export type FieldTexts = Readonly<Record<string, string>>;

type Texts = Readonly<Record<string, FieldTexts>>;

/** The texts of a version, as the parts that are patched one onto the other when somebody asks for them first. */
const loaded = new Map<KubernetesVersion, () => Texts>();

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
  else {
    let texts: Texts | undefined;
    loaded.set(version, () => {
      texts ??= parts.reduce(mergePatched, {}) as Texts;
      return texts;
    });
  }
}

/** Whether the texts of a version are there. */
export function hasDescriptions(version: KubernetesVersion): boolean {
  return loaded.has(version);
}

/** The texts of a definition. Where those of its version are not loaded, the computation is left (`attempt` of `api-server`). */
export function descriptionsOf(version: KubernetesVersion, definition: string): FieldTexts {
  const textsOf = loaded.get(version);
  if (textsOf === undefined) throw new NotLoaded([`descriptions/${version}`]);
  const texts = textsOf();
  return (Object.hasOwn(texts, definition) ? texts[definition] : undefined) ?? {};
}

const files: Readonly<Record<KubernetesVersion, () => Promise<{ readonly default: JsonMap }>>> = {
  'v1.33': () => import('./data/descriptions/v1.33.json'),
  'v1.34': () => import('./data/descriptions/v1.34.json'),
  'v1.35': () => import('./data/descriptions/v1.35.json'),
  'v1.36': () => import('./data/descriptions/v1.36.json'),
  'v1.37': () => import('./data/descriptions/v1.37.json'),
  'v1.38': () => import('./data/descriptions/v1.38.json'),
};
