import { isMap, managedFieldsOf, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { readDocuments } from '@managed-fields/source';
import {
  type FilledIn,
  fillIn,
  liveOf,
  type ProgramName,
  programOfManager,
  type ToldTool,
} from '@managed-fields/tools/programs';

/** A tool that was asked for: `none` is one bare apply. */
export interface AskedTool {
  readonly name: ProgramName | 'none';
  /** `v4.3.1`; empty for the release that is meant where none is named. */
  readonly version: string;
}

/**
 * Which tool a forecast is played by. `none`: one bare apply; `unknown`: no manager of the live objects says which tool
 * it is; `several`: these fit.
 */
export type FoundTool =
  | FilledIn
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'several'; readonly names: readonly ProgramName[] };

/** Finds the tool: the one that was asked for, or the one that wrote the live objects of the release. */
export function findTool(asked: AskedTool | undefined, told: ToldTool, live: readonly ValueMap[]): FoundTool {
  if (asked?.name === 'none') return { kind: 'none' };
  if (asked !== undefined) return fillIn(asked.name, asked.version, told, live);
  const names = toolsIn(liveOf(told.manifests, live));
  const [only, other] = names;
  if (only === undefined) return { kind: 'unknown' };
  return other === undefined ? fillIn(only, '', told, live) : { kind: 'several', names };
}

/**
 * The tools that fit the managers of some objects, the most frequent first. kubectl is left out where another tool is
 * there, since people use it beside every other one.
 */
function toolsIn(live: readonly ValueMap[]): readonly ProgramName[] {
  const counts = new Map<ProgramName, number>();
  for (const object of live) {
    for (const entry of managedFieldsOf(object)) {
      const tool = programOfManager(stringAt(entry, 'manager') ?? '');
      if (tool !== undefined) counts.set(tool, (counts.get(tool) ?? 0) + 1);
    }
  }
  const found = [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  const others = found.filter((name) => !name.startsWith('kubectl'));
  return others.length > 0 ? others : found;
}

/**
 * The objects of a text of manifests.
 *
 * @param text - YAML or JSON. The items of a List are not taken apart: it is one object.
 * @returns The documents that are maps; what cannot be read is left out.
 */
export function objectsIn(text: string): readonly ValueMap[] {
  return readDocuments(text).flatMap(({ value }) => (value !== undefined && isMap(value) ? [value] : []));
}
