import type { WayOut } from '@managed-fields/api-server';
import type { Value, ValuePath } from '@managed-fields/merge-engine';
import { argoCd } from './argo-cd.ts';
import { crossplane } from './crossplane.ts';
import { fluxHelm, fluxKustomize } from './flux.ts';
import { clientGo, controllerRuntime } from './go-libraries.ts';
import { helm3, helm4, terraformHelm } from './helm.ts';
import { kubectl, kustomize } from './kubernetes.ts';
import { pulumi } from './pulumi.ts';
import { terraformKubectl, terraformKubernetes } from './terraform.ts';
import { otherBehaviours, type Snippet, type Tool, type ToolConflict, type ToolFact, type ToolField } from './tool.ts';

/** All that is known about each tool. */
export const toolFacts: Readonly<Record<Tool, readonly ToolFact[]>> = {
  kubectl,
  'helm-4': helm4,
  'helm-3': helm3,
  'argo-cd': argoCd,
  'flux-kustomize': fluxKustomize,
  'flux-helm': fluxHelm,
  'terraform-kubernetes': terraformKubernetes,
  'terraform-kubectl': terraformKubectl,
  'terraform-helm': terraformHelm,
  pulumi,
  crossplane,
  kustomize,
  'client-go': clientGo,
  'controller-runtime': controllerRuntime,
};

/** A setting of a tool, with what to write for a conflict. Plain data. */
export interface ToolSetting extends Omit<ToolFact, 'same' | 'write'> {
  /** The way out whose preview shows what the setting comes to; undefined where it cannot name all fields, too. */
  readonly same: WayOut | undefined;
  /** Whether the setting does something else than any way out. */
  readonly other: boolean;
  readonly snippet: Snippet | undefined;
}

/** The settings of a tool, in the order of the ways; with snippets where the conflict is known. */
export function settingsOf(tool: Tool, conflict: ToolConflict | undefined): readonly ToolSetting[] {
  return toolFacts[tool].map(({ same, write, ...fact }) => {
    const snippet = conflict && write?.(conflict);
    // A preview is one of all fields.
    const isWhole = write === undefined || snippet?.without.length === 0;
    const way = typeof same === 'function' ? conflict && same(conflict) : same;
    return { ...fact, same: isWhole ? way : undefined, other: otherBehaviours.has(fact.behaviour), snippet };
  });
}

/**
 * What of a conflict was made up to play it, where no more is known than what a server said. `live` and `declared`: the values of
 * the two sides, and where in a list they stand.
 */
export type MadeUp = 'kind' | 'namespace' | 'name' | 'manager' | 'live' | 'declared';

/** The conflict with placeholders for what was made up of it: words in capitals, and `…` for a value. */
export function withoutMadeUp({ object, manager, fields }: ToolConflict, madeUp: readonly MadeUp[]): ToolConflict {
  const is = (part: MadeUp) => madeUp.includes(part);
  return {
    object: {
      ...object,
      ...(is('kind') ? { group: 'GROUP', version: 'VERSION', kind: 'KIND', plural: 'PLURAL' } : {}),
      ...(is('namespace') && object.namespace !== '' ? { namespace: 'NAMESPACE' } : {}),
      ...(is('name') ? { name: 'NAME' } : {}),
    },
    manager: is('manager') ? 'MANAGER' : manager,
    fields: fields.map((field) => ({
      ...field,
      ...(is('live') ? { live: placeholder(field, field.live), livePlace: certain(field.livePlace) } : {}),
      ...(is('declared')
        ? { declared: placeholder(field, field.declared), declaredPlace: certain(field.declaredPlace) }
        : {}),
    })),
  };
}

/** What stands for a value: of an item its keys and of a member of a set itself, which the path names. */
function placeholder({ path }: ToolField, value: Value | undefined): Value | undefined {
  const last = path.at(-1);
  if (value === undefined) return undefined;
  if (last?.kind === 'key') return new Map(last.key.map((key) => [key.name, key.value]));
  return last?.kind === 'value' ? last.value : '…';
}

/** A place as far as the path alone says it: not the index of an item. */
function certain(place: ValuePath | undefined): ValuePath | undefined {
  return place?.some((step) => typeof step === 'number') ? undefined : place;
}
