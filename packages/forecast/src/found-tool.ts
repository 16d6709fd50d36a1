import { isMap, listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { readDocuments } from '@managed-fields/source';
import {
  capiController,
  crossplaneObjects,
  defaultVersions,
  isPatchedByCrossplane,
  liveOf,
  type PreviousRelease,
  type ProgramName,
  programOfManager,
  storedRelease,
  trackedBy,
  type UnreadableOption,
  unreadableOption,
} from '@managed-fields/tools/programs';
import type { ToolChoice } from './input.ts';

/** A tool that was asked for: `none` is one bare apply. */
export interface AskedTool {
  readonly name: ProgramName | 'none';
  /** `v4.3.1`; empty for the release that is meant where none is named. */
  readonly version: string;
}

/** What a forecast by a tool is told beside the live objects. */
export interface ToldTool {
  /** By the names that the tool has for them. */
  readonly options: ReadonlyMap<string, string>;
  /** The objects of the last release, or what Helm keeps of it; undefined where the live objects are to say it. */
  readonly previous: readonly ValueMap[] | undefined;
  readonly manifests: readonly ValueMap[];
  readonly force: boolean;
  /** Empty where the tool says which one it is. */
  readonly manager: string;
}

/** An option that nobody gave and that was filled in, and why. */
export interface ToolNote {
  readonly option: string;
  readonly value: string;
  /**
   * `marked`: labels or annotations of the live objects name it; `applied`: they were applied that way; `manager`: the
   * manager that was asked for writes that way; `only-release`: there is no other release.
   */
  readonly why: 'marked' | 'applied' | 'manager' | 'only-release';
}

/**
 * Which tool a forecast is played by. `none`: one bare apply; `unknown`: no manager of the live objects says which tool
 * it is; `several`: these fit; `missing`: an option that the tool needs;
 * `unreadable`: one that is not what the tool reads there.
 */
export type FoundTool =
  | { readonly kind: 'tool'; readonly tool: ToolChoice; readonly notes: readonly ToolNote[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'several'; readonly names: readonly ProgramName[] }
  | {
      readonly kind: 'missing';
      readonly name: ProgramName;
      readonly option: 'kustomization' | 'release' | 'helmrelease';
    }
  | ({ readonly kind: 'unreadable' } & UnreadableOption);

/** Finds the tool: the one that was asked for, or the one that wrote the live objects of the release. */
export function findTool(asked: AskedTool | undefined, told: ToldTool, live: readonly ValueMap[]): FoundTool {
  if (asked?.name === 'none') return { kind: 'none' };
  if (asked !== undefined) return filledIn(asked.name, asked.version, told, live);
  const names = toolsIn(liveOf(told.manifests, live));
  const [only, other] = names;
  if (only === undefined) return { kind: 'unknown' };
  return other === undefined ? filledIn(only, '', told, live) : { kind: 'several', names };
}

/**
 * The tools that fit the managers of some objects, the most frequent first. kubectl is left out where another tool is
 * there, since people use it beside every other one.
 */
function toolsIn(live: readonly ValueMap[]): readonly ProgramName[] {
  const counts = new Map<ProgramName, number>();
  for (const object of live) {
    for (const entry of entriesOf(object)) {
      const tool = programOfManager(stringAt(entry, 'manager') ?? '');
      if (tool !== undefined) counts.set(tool, (counts.get(tool) ?? 0) + 1);
    }
  }
  const found = [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  const others = found.filter((name) => !name.startsWith('kubectl'));
  return others.length > 0 ? others : found;
}

function entriesOf(object: ValueMap): readonly ValueMap[] {
  return (listAt(mapAt(object, 'metadata'), 'managedFields') ?? []).filter(isMap);
}

/** Fills in what the tool would know. */
function filledIn(name: ProgramName, asked: string, told: ToldTool, live: readonly ValueMap[]): FoundTool {
  const version = asked || defaultVersions[name];
  const options = new Map(told.options);
  const notes: ToolNote[] = [];
  const put = (option: string, value: string, why: ToolNote['why']) => {
    if (options.has(option)) return;
    options.set(option, value);
    notes.push({ option, value, why });
  };
  const putMark = (option: string) => {
    const [first, ...others] = trackedBy(name, told.manifests, live);
    if (first !== undefined && others.length === 0) put(option, first, 'marked');
  };
  if (told.force && name === 'kubectl') options.set('force-conflicts', 'true');
  if (told.force && name === 'helm' && !version.startsWith('v3')) options.set('force-conflicts', 'true');
  if (told.force && name === 'kubectl-client-side') options.set('force', 'true');
  if (told.force && name === 'pulumi') options.set('enablePatchForce', 'true');
  if (told.force && name === 'terraform') options.set('field_manager.force_conflicts', 'true');
  if (name === 'argocd') {
    if (!options.has('app')) putMark('application');
    const manager = told.manager || 'argocd-controller';
    const applies = hasEntry(live, manager, 'Apply');
    const updates = hasEntry(live, manager, 'Update');
    if (applies || (told.manager !== '' && !updates)) {
      put('ServerSideApply', 'true', applies ? 'applied' : 'manager');
    }
  }
  if (name === 'flux') {
    putMark('kustomization');
    if (!options.has('kustomization')) return { kind: 'missing', name, option: 'kustomization' };
  }
  if (name === 'flux-helm') {
    putMark('helmrelease');
    if (!options.has('helmrelease')) return { kind: 'missing', name, option: 'helmrelease' };
    const [release, ...others] = trackedBy('helm', told.manifests, live);
    if (release !== undefined && others.length === 0) put('releaseName', release, 'marked');
  }
  if (name === 'crossplane') {
    const objects = crossplaneObjects(told.manifests, live);
    if (objects !== '') put('object', objects, 'applied');
    if (isPatchedByCrossplane(liveOf(told.manifests, live))) put('enable-server-side-apply', 'false', 'applied');
  }
  if (name === 'capi') {
    const controller = capiController(liveOf(told.manifests, live));
    if (controller !== undefined && controller !== 'topology') put('controller', controller, 'applied');
  }
  if (name === 'helm') {
    putMark('release');
    const [only, ...others] = new Set(live.flatMap((object) => storedRelease(object)?.name ?? []));
    if (only !== undefined && others.length === 0) put('release', only, 'only-release');
    if (!options.has('release')) return { kind: 'missing', name, option: 'release' };
  }
  const unreadable = unreadableOption(name, options);
  if (unreadable !== undefined) return { kind: 'unreadable', ...unreadable };
  const previous = told.previous === undefined ? {} : { previous: previousOf(told.previous, live) };
  return { kind: 'tool', tool: { name, version, options, ...previous }, notes };
}

function hasEntry(live: readonly ValueMap[], manager: string, operation: string): boolean {
  return live.some((object) =>
    entriesOf(object).some(
      (each) => stringAt(each, 'manager') === manager && stringAt(each, 'operation') === operation,
    ),
  );
}

/** The last release as Helm keeps it, or as its manifests, whose live entries say how they were applied. */
function previousOf(given: readonly ValueMap[], live: readonly ValueMap[]): PreviousRelease {
  const [last] = given.flatMap((object) => storedRelease(object) ?? []).toSorted((a, b) => b.revision - a.revision);
  if (last !== undefined) return { manifests: last.manifests, serverSide: last.serverSide };
  return { manifests: given, serverSide: hasEntry(live, 'helm', 'Apply') };
}

/** The objects of a text of manifests. */
export function objectsIn(text: string): readonly ValueMap[] {
  return readDocuments(text).flatMap(({ value }) => (value !== undefined && isMap(value) ? [value] : []));
}
