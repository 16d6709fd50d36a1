import { fileURLToPath } from 'node:url';
import { normalizePath, type Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;

/** What the first view of some scenarios shows beside the panes of every page (`first-panes.ts`). */
const firstPanes = /\/app\/src\/features\/scenario\/conflict\/(?:outcome-panel|tool-strip)\.tsx$/;

/**
 * How the build puts the playground and the embed into files. `shared` has what both begin with, and `page` the rest of
 * what the playground begins with; the embed never fetches that, since it draws the playground. What comes later is a file
 * for what the embed needs too, one for the panes of some first views, one for the empty page, one for all that is fetched while the reader looks
 * (`later`), and one a feature that few readers open. Each takes what it imports along, but for what a file before it took, so that none waits for a later one.
 * Left to the bundler, every set of parts that share a module would make a file, and the playground 28 requests before
 * its first view and 140 in all.
 */
export const pageChunks: Group[] = [
  { name: (id, context) => (neededByBoth(context).has(id) ? 'shared' : null), tags: ['$initial'], priority: 9 },
  // Before the groups below, so that none of them takes what a frame says into its file.
  { name: sharedMessages, priority: 8.5 },
  ...inOrder([
    ['page', /\/app\/src\/main\.tsx$/],
    ['embed', /\/app\/src\/embed\/main\.ts$/],
    ['link', /\/share-link\/src\/decode\.ts$/],
    // Not what draws in the embed, since `page` would then run the embed.
    ['shared-later', /\/(?:view-models\/diff-rows|scenario\/src\/file|share-link\/src\/encode)\.ts$/],
    ['panes', firstPanes],
    ['welcome', /\/app\/src\/features\/gallery\/welcome\.tsx$/],
    ['command', /\/app\/src\/features\/scenario\/command\/command-pane\.tsx$/],
    ['later', /\/app\/src\/(?:features\/(?:scenario|gallery|share|bring|schema)|page)\/(?!words\/)/],
    ['survey', /\/app\/src\/features\/(?:survey|forecast)\/(?!words\/)/],
    ['audit', /\/app\/src\/features\/audit\/(?!words\/)/],
    ['lessons', /\/app\/src\/features\/lessons\/(?!words\/)/],
    ['live-cluster', /\/app\/src\/features\/live-cluster\/(?!words\/)/],
  ]),
];

/**
 * The same for workers: `worker` has what playing a scenario takes, and each module that is loaded on need is a file of
 * its own.
 */
export const workerChunks: Group[] = [
  { name: knownDefinitions, priority: 9 },
  { name: descriptions, priority: 9 },
  ...inOrder([
    ['worker', /\/app\/src\/core\/engine\/worker\.ts$/],
    ['pattern', /\/api-server\/src\/pattern\.ts$/],
    ['checks', /\/kubernetes-types\/src\/validation\/index\.ts$/],
    ['custom-resources', /\/(?:api-server\/src\/custom-resources|player\/src\/run\/type-checking)\.ts$/],
    ['rare-requests', /\/api-server\/src\/rare-requests\.ts$/],
    ['admission', /\/admission\/src\/index\.ts$/],
    ['admission-policies', /\/admission\/src\/policies\.ts$/],
    ['kubectl', /\/player\/src\/run\/(?:play-command|command-view)\.ts$/],
    ['kubectl-describe', /\/kubectl\/src\/describe\.ts$/],
    ['kubectl-rare', /\/kubectl\/src\/rare\.ts$/],
    ['kubectl-kustomize', /\/kubectl\/src\/kustomize\.ts$/],
    ['tools', /\/player\/src\/run\/(?:play-tool|tool-view)\.ts$/],
    ['questions', /\/app\/src\/core\/engine\/answer-question\.ts$/],
    ['survey', /\/app\/src\/features\/(?:survey|forecast)\//],
    ['audit', /\/app\/src\/features\/audit\//],
    ['live-cluster', /\/app\/src\/features\/live-cluster\//],
  ]),
];

/** Groups of which each takes its modules and what they import, but for what those before it took. */
function inOrder(files: readonly (readonly [name: string, modules: RegExp])[]): Group[] {
  return files.map(([name, test], index) => ({ name, test, priority: 8 - index / files.length }));
}

/** The file of what a frame says in another language than English, which the page needs as well. */
function sharedMessages(id: string): string | null {
  const [, code] = /\/words\/src\/messages\/([^/]+)\/embed\.ts$/.exec(id) ?? [];
  return code === undefined || code === 'en' ? null : `shared-${code}`;
}

/** The file of a project's known definitions, which is fetched by itself. */
function knownDefinitions(id: string): string | null {
  const [, file] = /\/known-definitions\/src\/data\/(?!index\.)([^/]+)\.json$/.exec(id) ?? [];
  return file === undefined ? null : `known-${file}`;
}

/** The file of what Kubernetes says of the fields of a version, which is fetched by itself. */
function descriptions(id: string): string | null {
  const [, version] = /\/kubernetes-types\/src\/data\/descriptions\/([^/]+)\.json$/.exec(id) ?? [];
  return version === undefined ? null : `descriptions-${version}`;
}

/** Files of the build that most pages do without, by their path: a service worker stores them once they were asked for. */
export const rareChunks = /^assets\/(?:known|descriptions|live-cluster)-/;

let both: ReadonlySet<string> | undefined;

/** Returns the ids of the modules that both pages need. */
function neededByBoth(context: Rolldown.ChunkingContext): ReadonlySet<string> {
  if (both !== undefined) return both;
  const embed = neededBy('../src/embed/main.ts', context);
  both = new Set([...neededBy('../src/main.tsx', context)].filter((id) => embed.has(id)));
  return both;
}

/** Returns the ids of a module and of all that it imports, at once or later. */
function neededBy(file: string, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set([normalizePath(fileURLToPath(new URL(file, import.meta.url)))]);
  // A set is walked to its end, with what is added on the way.
  for (const id of found) {
    const module = context.getModuleInfo(id);
    for (const next of module?.importedIds ?? []) found.add(next);
    for (const next of module?.dynamicallyImportedIds ?? []) found.add(next);
  }
  return found;
}
