import type { ToolChoice } from '@managed-fields/forecast';
import { isMap, listAt, mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { readDocuments } from '@managed-fields/source';
import {
  defaultVersions,
  type PreviousRelease,
  type ProgramName,
  programs,
  storedRelease,
  trackedBy,
} from '@managed-fields/tools/programs';

/** A tool that was asked for: `none` is one bare apply. */
export interface AskedTool {
  readonly name: ProgramName | 'none';
  readonly version: string;
}

/** The names that `--tool` takes. */
export const toolNames: readonly string[] = [...Object.keys(programs), 'none'];

/** Reads `NAME[@VERSION]`; undefined where there is no such tool. */
export function readTool(text: string): AskedTool | undefined {
  const at = text.indexOf('@');
  const name = at < 0 ? text : text.slice(0, at);
  if (name === 'none') return { name, version: '' };
  if (!isProgram(name)) return undefined;
  const version = at < 0 ? defaultVersions[name] : text.slice(at + 1);
  return { name, version: version.startsWith('v') ? version : `v${version}` };
}

function isProgram(name: string): name is ProgramName {
  return Object.hasOwn(programs, name);
}

/** The options of each tool that are played. */
const options: Readonly<Record<ProgramName, readonly string[]>> = {
  kubectl: [
    ...['field-manager', 'force-conflicts', 'prune', 'selector', 'all', 'applyset', 'prune-allowlist', 'namespace'],
    ...['validate', 'cascade'],
  ],
  'kubectl-client-side': [
    ...['field-manager', 'force', 'prune', 'selector', 'all', 'applyset', 'prune-allowlist', 'namespace', 'validate'],
    ...['overwrite', 'cascade', 'grace-period'],
  ],
  helm: [
    ...['release', 'command', 'server-side', 'force-conflicts', 'force-replace', 'force', 'take-ownership', 'rollback'],
  ],
  argocd: [
    ...['application', 'ServerSideApply', 'ClientSideApplyMigration', 'client-side-apply-migration-manager', 'Replace'],
    ...['Force', 'prune', 'Prune', 'PruneLast', 'PrunePropagationPolicy', 'Validate', 'app'],
  ],
  flux: ['kustomization', 'kustomization-namespace', 'force', 'prune', 'override-manager', 'ignore'],
  'controller-runtime': ['mode', 'FieldOwner', 'ForceOwnership'],
};

/** Options of a tool as they were given, or a sentence about one that it does not have. */
export function readToolOptions(
  { name }: AskedTool,
  given: readonly string[],
):
  | { readonly kind: 'options'; readonly options: ReadonlyMap<string, string> }
  | { readonly kind: 'usage'; readonly message: string } {
  const read = new Map<string, string>();
  for (const text of given) {
    const at = text.indexOf('=');
    const [option, value] = at < 0 ? [text, 'true'] : [text.slice(0, at), text.slice(at + 1)];
    const known = name === 'none' ? [] : options[name];
    if (!known.includes(option)) {
      const has = known.length === 0 ? 'has no options' : `has ${known.join(', ')}`;
      return { kind: 'usage', message: `--tool ${name} has no option ${option}: it ${has}` };
    }
    read.set(option, value);
  }
  return { kind: 'options', options: read };
}

/** The tools by the managers that they write as. */
const managers: readonly (readonly [pattern: RegExp, name: ProgramName])[] = [
  [/^argocd-/, 'argocd'],
  [/^kustomize-controller$/, 'flux'],
  [/^helm$/i, 'helm'],
  [/^kubectl-client-side-apply$/, 'kubectl-client-side'],
  [/^kubectl$/, 'kubectl'],
];

/** The tool that writes as a manager; undefined for a manager of nobody's. */
export function toolOfName(manager: string): ProgramName | undefined {
  return managers.find(([pattern]) => pattern.test(manager))?.[1];
}

/**
 * The tools that fit the managers in a dump, the most frequent first. kubectl is left out where another tool is there,
 * since people use it beside every other one.
 */
export function toolsIn(live: readonly ValueMap[]): readonly ProgramName[] {
  const counts = new Map<ProgramName, number>();
  for (const object of live) {
    for (const entry of entriesOf(object)) {
      const tool = toolOfName(stringAt(entry, 'manager') ?? '');
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

/** A tool with what the dump tells of it, and sentences about what was taken for granted. */
export interface FoundTool {
  readonly tool: ToolChoice;
  readonly notes: readonly string[];
}

/** What a forecast by a tool is told beside the dump. */
interface Told {
  readonly options: ReadonlyMap<string, string>;
  readonly previous: readonly ValueMap[] | undefined;
  readonly manifests: readonly ValueMap[];
  readonly force: boolean;
  readonly manager: string;
}

/** Fills in what the tool would know, or returns what has to be asked for. */
export function foundTool(
  { name, version }: AskedTool & { readonly name: ProgramName },
  told: Told,
  live: readonly ValueMap[],
): FoundTool | { readonly missing: string } {
  const options = new Map(told.options);
  const notes: string[] = [];
  const put = (option: string, value: string, why: string) => {
    if (options.has(option)) return;
    options.set(option, value);
    notes.push(`${option}=${value}, ${why}`);
  };
  const named = (what: 'release' | 'application' | 'kustomization') => {
    if (options.has(what) || (what === 'application' && options.has('app'))) return;
    const [first, ...others] = trackedBy(name, told.manifests, live);
    if (first !== undefined && others.length === 0) put(what, first, 'as the live objects say');
  };
  if (told.force && name === 'kubectl') options.set('force-conflicts', 'true');
  if (told.force && name === 'helm' && !version.startsWith('v3')) options.set('force-conflicts', 'true');
  if (told.force && name === 'kubectl-client-side') options.set('force', 'true');
  if (name === 'argocd') {
    named('application');
    const applies = hasEntry(live, told.manager || 'argocd-controller', 'Apply');
    const updates = hasEntry(live, told.manager || 'argocd-controller', 'Update');
    if (applies || (told.manager !== '' && !updates)) {
      put('ServerSideApply', 'true', applies ? 'as the live objects were applied' : 'as --manager says');
    }
  }
  if (name === 'flux') {
    named('kustomization');
    if (!options.has('kustomization')) {
      return {
        missing: '--tool-option kustomization=NAMESPACE/NAME is missing: the labels that Flux gives its objects',
      };
    }
  }
  if (name === 'helm') {
    named('release');
    const releases = new Set(live.flatMap((object) => storedRelease(object)?.name ?? []));
    const [only] = releases;
    if (only !== undefined && releases.size === 1) put('release', only, 'the one release of the dump');
    if (!options.has('release')) {
      return { missing: '--tool-option release=NAME is missing: the annotations that Helm gives its objects' };
    }
  }
  const previous = told.previous === undefined ? undefined : previousOf(told.previous, live);
  return { tool: { name, version, options, ...(previous === undefined ? {} : { previous }) }, notes };
}

function hasEntry(live: readonly ValueMap[], manager: string, operation: string): boolean {
  return live.some((object) =>
    entriesOf(object).some(
      (each) => stringAt(each, 'manager') === manager && stringAt(each, 'operation') === operation,
    ),
  );
}

/** What `--previous` holds: a release as Helm keeps it, or its manifests, whose entries say how they were applied. */
function previousOf(given: readonly ValueMap[], live: readonly ValueMap[]): PreviousRelease {
  const stored = given.flatMap((object) => storedRelease(object) ?? []).toSorted((a, b) => b.revision - a.revision);
  const [last] = stored;
  if (last !== undefined) return { manifests: last.manifests, serverSide: last.serverSide };
  return { manifests: given, serverSide: hasEntry(live, 'helm', 'Apply') };
}

/** The objects of manifests. */
export function objectsOf(text: string): readonly ValueMap[] {
  return readDocuments(text).flatMap(({ value }) => (value !== undefined && isMap(value) ? [value] : []));
}
