import type { ResourceVersion } from '@managed-fields/api-server';
import {
  type Atom,
  type ExplainedConflict,
  type FieldSet,
  hasPath,
  mapAt,
  ownersNow,
  stringAt,
  type ValuePath,
} from '@managed-fields/merge-engine';
import type { Scenario } from '@managed-fields/scenario';
import type { MadeUp, Tool, ToolConflict, ToolField, ToolObject } from '@managed-fields/tools';
import { settingsOf, type ToolSetting, withoutMadeUp } from '@managed-fields/tools';
import { type RefusedApply, refusedApplies } from '../run/conflict-view.ts';
import { playScenario, type RunOptions } from '../run/run.ts';

/**
 * What a tool has for the ways out of a conflict, with what to write for the conflict of a step. Of a command that was
 * refused for several objects, it is about the first one. What was `madeUp` of the conflict stands as a placeholder.
 */
export function toolSettings(
  scenario: Scenario,
  tool: Tool,
  { catalog }: RunOptions,
  stepId: string | undefined,
  madeUp: readonly MadeUp[] = [],
): readonly ToolSetting[] {
  const played = playScenario(scenario, catalog).find(({ step }) => step.id === stepId);
  const [refused] = played === undefined ? [] : refusedApplies(played);
  const conflict = refused && conflictOf(refused);
  return settingsOf(tool, conflict && withoutMadeUp(conflict, madeUp));
}

function conflictOf({ trace, kind, conflicts }: RefusedApply): ToolConflict | undefined {
  const { before, manager } = trace;
  if (kind === undefined || before === undefined || conflicts.length === 0) return undefined;
  const own = (ownersNow(before, kind) ?? [])
    .filter((owner) => owner.manager === manager && owner.operation === 'Apply')
    .map(({ now }) => now);
  return {
    object: objectOf(kind, mapAt(before, 'metadata')),
    manager,
    fields: conflicts.map((conflict) => fieldOf(conflict, kind.type, own)),
  };
}

function objectOf({ apiVersion, resource }: ResourceVersion, metadata: Parameters<typeof stringAt>[0]): ToolObject {
  return {
    group: resource.group,
    version: apiVersion.slice(apiVersion.indexOf('/') + 1),
    kind: resource.kind,
    plural: resource.plural,
    namespace: stringAt(metadata, 'namespace') ?? '',
    name: stringAt(metadata, 'name') ?? '',
  };
}

function fieldOf(conflict: ExplainedConflict, type: Atom, own: readonly FieldSet[]): ToolField {
  const { path, text, owner, shareable, livePlace, declared, declaredPlace } = conflict;
  return {
    ...{ path, text, owner, livePlace, declared, declaredPlace },
    own: own.some((set) => hasPath(set, path)),
    live: shareable,
    mapKeys: mapKeysOf(type, declaredPlace ?? []),
  };
}

/** For each step to a place, whether it is a key of a map rather than a field that the type declares. */
function mapKeysOf(type: Atom, place: ValuePath): readonly boolean[] {
  let at: Atom | undefined = type;
  return place.map((step) => {
    if (typeof step === 'number') {
      at = at?.list?.element;
      return false;
    }
    const declared: Atom | undefined = at?.map?.fields.get(step)?.type;
    const isKey = declared === undefined && at?.map?.element !== undefined;
    at = declared ?? at?.map?.element;
    return isKey;
  });
}
