import type { TypeCatalog } from '@managed-fields/api-server';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import { hasManagedFields, stringAt, type ValueMap, wasStored } from '@managed-fields/merge-engine';
import { findSecrets, redact, secretKinds } from '@managed-fields/redact';
import { type NewStep, newScenario } from '@managed-fields/scenario';
import { encodeLink } from '@managed-fields/share-link/encode';
import { printYaml } from '@managed-fields/source';
import { computed } from './computed.ts';
import { nameOf } from './secret-values.ts';
import type { PanelWords } from './words.ts';

/** A link that opens an object in a playground, or why there is none. */
export type PlaygroundLink =
  | { readonly kind: 'link'; readonly href: string /** How many values were replaced. */; readonly replaced: number }
  | { readonly kind: 'none'; readonly message: string };

/** The address of a playground without query and fragment, always `http` or `https`; undefined where a text is none. */
export function playgroundAddress(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.trim() === '' || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  if (!['http:', 'https:'].includes(url.protocol)) return undefined;
  const path = url.pathname.endsWith('.html') ? url.pathname : url.pathname.replace(/\/?$/, '/');
  return `${url.origin}${path}`;
}

/** Makes the link, with everything that looks secret replaced. */
export async function playgroundLink(
  object: ValueMap,
  page: string,
  { catalog, kubernetes }: { readonly catalog: TypeCatalog; readonly kubernetes: PlayedVersion },
  { say }: PanelWords,
): Promise<PlaygroundLink> {
  const scenario = { ...newScenario(nameOf(object), [stepOf(object)]), kubernetes };
  const { findings } = await computed(() => findSecrets(scenario, catalog));
  const redacted = await computed(() => redact(scenario, secretKinds, catalog));
  const link = encodeLink(redacted);
  if (link.kind === 'link') return { kind: 'link', href: `${page}#${link.fragment}`, replaced: findings.length };
  const message =
    link.code === 'too-long'
      ? say.link.tooLong({ count: link.length ?? 0, most: `${link.limit}` })
      : say.link.unfit({ why: link.problems?.[0]?.message ?? link.code });
  return { kind: 'none', message };
}

function stepOf(object: ValueMap): NewStep {
  const { text } = printYaml(object);
  if (stringAt(object, 'kind') === 'CustomResourceDefinition') return { kind: 'crd', text };
  const isLive = wasStored(object) || hasManagedFields(object);
  return isLive ? { kind: 'live', text } : { kind: 'apply', manager: 'kubectl', text };
}
