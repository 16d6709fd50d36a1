import {
  formatJson,
  listAt,
  managedFieldsOf,
  mapAt,
  metadataText,
  stringAt,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { readArgoRules } from './argo-ignore.ts';
import { storedRelease } from './helm-release.ts';
import { type UnreadableOption, unreadableOption } from './option-forms.ts';
import { defaultVersions, forcingOption, programOptions } from './options.ts';
import type { PreviousRelease } from './program.ts';
import type { ProgramName } from './run-tool.ts';
import { groupOf } from './session.ts';
import { capiController, crossplaneObjects, isPatchedByCrossplane, liveOf, trackedBy } from './tracked.ts';

/** What a tool is told beside the live objects. */
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
   * manager that was asked for writes that way; `application`: the Application of Argo CD says it; `only-release`: there is
   * no other release.
   */
  readonly why: 'marked' | 'applied' | 'manager' | 'application' | 'only-release';
}

/** A tool with all that it is told. */
export interface ToolChoice {
  readonly name: ProgramName;
  /** `v4.3.1` */
  readonly version: string;
  /** By the names that the tool has for them. */
  readonly options: ReadonlyMap<string, string>;
  /** What the tool applied last, where the live objects do not hold it. */
  readonly previous?: PreviousRelease;
}

/**
 * A tool that can run, or why it cannot. `missing`: an option that the tool needs; `unreadable`: one that is not what the
 * tool reads there.
 */
export type FilledIn =
  | { readonly kind: 'tool'; readonly tool: ToolChoice; readonly notes: readonly ToolNote[] }
  | {
      readonly kind: 'missing';
      readonly name: ProgramName;
      readonly option: 'kustomization' | 'release' | 'helmrelease';
    }
  | ({ readonly kind: 'unreadable' } & UnreadableOption);

/** Fills in what a tool would know of the live objects by itself. `asked`: its version; empty for the one that is meant. */
export function fillIn(name: ProgramName, asked: string, told: ToldTool, live: readonly ValueMap[]): FilledIn {
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
  const forcing = forcingOption(name, version);
  if (told.force && forcing !== undefined) options.set(forcing, 'true');
  if (name === 'argocd') {
    if (!options.has('app')) putMark('application');
    for (const [option, value] of toldByApplication(options, live)) put(option, value, 'application');
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
  if (name === 'terraform') {
    const own = liveOf(told.manifests, live);
    const isTyped = hasEntry(own, 'HashiCorp', 'Update') && !hasEntry(own, 'Terraform', 'Apply');
    if (isTyped) put('resources', 'typed', 'applied');
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

/**
 * The options that the spec of an Application among the objects has: its sync options, and the differences that it ignores.
 * Rules that are not played are left out where the sync does not ask for them.
 */
function toldByApplication(
  given: ReadonlyMap<string, string>,
  live: readonly ValueMap[],
): readonly (readonly [option: string, value: string])[] {
  const name = given.get('application') ?? given.get('app');
  const spec = mapAt(
    live.find(
      (each) =>
        stringAt(each, 'kind') === 'Application' &&
        groupOf(each) === 'argoproj.io' &&
        metadataText(each, 'name') === name,
    ),
    'spec',
  );
  const known = new Map(programOptions.argocd.map((option) => [option.name, option]));
  const told = (listAt(mapAt(spec, 'syncPolicy'), 'syncOptions') ?? []).flatMap((each) => {
    const [, option = '', value = ''] = typeof each === 'string' ? (/^(\w+)=(.*)$/.exec(each) ?? []) : [];
    const values = known.get(option)?.values;
    const words = values === 'truth' ? ['true', 'false'] : values === 'text' ? [] : values;
    return words?.includes(value) ? [[option, value] as const] : [];
  });
  const rules = listAt(spec, 'ignoreDifferences') ?? [];
  const text = formatJson(rules);
  const respects = (given.get(respecting) ?? new Map(told).get(respecting)) === 'true';
  const isTold = rules.length > 0 && (respects || readArgoRules(text).kind === 'rules');
  return [...told, ...(isTold ? [['ignoreDifferences', text] as const] : [])];
}

const respecting = 'RespectIgnoreDifferences';

function hasEntry(live: readonly ValueMap[], manager: string, operation: string): boolean {
  return live.some((object) =>
    managedFieldsOf(object).some(
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
