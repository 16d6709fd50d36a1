import { type Cluster, catalogOf, pathOf, serve } from '@managed-fields/api-server';
import {
  isMap,
  mapAt,
  mapFromPlain,
  mapOf,
  metadataText,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { answerQuestion, loadOnNeed } from '@managed-fields/player';
import { newScenario } from '@managed-fields/scenario';
import { printYaml, readDocuments } from '@managed-fields/source';
import type { Rewriter } from '@managed-fields/tools/put-back';
import { expect, test } from 'vitest';
import { loadCatalog } from '../replay/catalog.ts';
import { playCase, playTask, type RecordedCase, recordedCases, recordedTools } from './play-case.ts';

// What is said of a change by hand is held against the tool: a field is changed as `kubectl edit` does, and the tool runs
// once more with the manifests that it had.

/** The fields that are changed, where an object has them, and a value that nothing refuses. */
const changes: readonly (readonly [path: readonly string[], other: Value])[] = [
  [['data', 'a'], 'by hand'],
  [['data', 'b'], 'by hand'],
  [['data', 'color'], 'by hand'],
  [['spec', 'replicas'], 7],
  [['spec', 'minReadySeconds'], 9],
  [['metadata', 'labels', 'team'], 'by-hand'],
  [['metadata', 'annotations', 'note'], 'by hand'],
];

/**
 * Options that decide a conflict, send something else, or leave fields out by rules that no object has here; nobody can
 * tell of the object that they will be set again.
 */
const decided = [
  ...['force-conflicts', 'force', 'force-replace', 'rollback', 'Replace', 'Force', 'ignore'],
  ...['field_manager.name', 'field_manager.force_conflicts', 'computed_fields', 'ignore_changes'],
  ...['enablePatchForce', 'ignoreChanges', 'object', 'remove-managed-fields'],
];

/** The fewest changes that are played for a folder of recordings; of Terraform most end in what nobody can tell. */
const least = (folder: string) => (['terraform', 'pulumi'].includes(folder) ? 20 : 40);

// A controller writes by a name of its own, from which nobody can tell when it writes again; so it is said to be unknown.
// helm-controller does nothing where its last release is the same, and the program here is given the one before the run.
const untold = ['controller-runtime', 'flux-helm'];
const tools = recordedTools().filter((folder) => !untold.includes(folder));

test.each(tools)('%s does with a change by hand what is said', async (folder) => {
  const said: string[] = [];
  const done: string[] = [];
  for (const recorded of recordedCases(folder)) {
    if (recorded.error !== null || decided.some((option) => option in recorded.options)) continue;
    // A typed resource writes nothing of what it takes in, so that no object says it.
    if ('import' in recorded.options && recorded.options['resources'] === 'typed') continue;
    const { ran } = await playCase(recorded);
    for (const { object, end } of ran.ends) {
      const path = end === 'applied' ? pathIn(ran.cluster, object, recorded.namespace) : undefined;
      for (const [place, hand] of path === undefined ? [] : changes) {
        const change = { path: path ?? '', place, hand };
        const now = await afterChange(recorded, ran.cluster, change);
        if (now === undefined) continue;
        const name = `${recorded.name} ${change.path} .${place.join('.')}: `;
        const end = await saidOf(recorded, ran.cluster, change);
        if (end === 'unknown') continue;
        said.push(name + end);
        done.push(name + now);
      }
    }
  }
  expect(said).toEqual(done);
  expect(said.length).toBeGreaterThan(least(folder));
});

interface Change {
  readonly path: string;
  readonly place: readonly string[];
  readonly hand: Value;
}

/** What becomes of a change; undefined where it cannot be made, or where the tool cannot run once more. */
async function afterChange(
  recorded: RecordedCase,
  cluster: Cluster,
  change: Change,
): Promise<Rewriter['end'] | undefined> {
  const { path, place, hand } = change;
  const before = valueAt(objectAt(cluster, path), place);
  if (before === undefined || before === hand) return undefined;
  const value = place.reduceRight<Value>((inner, key) => new Map([[key, inner]]), hand);
  const edited = serve(
    cluster,
    {
      ...{ method: 'PATCH', path, query: new Map([['fieldManager', 'kubectl-edit']]) },
      ...{ contentType: 'application/merge-patch+json', body: { kind: 'value', value, duplicates: [] } },
    },
    '2026-02-01T00:00:00Z',
  );
  if (edited.response.code !== 200) return undefined;
  const again = await playTask(recorded, edited.cluster);
  const isConflict = again.requests.some(({ response }) => response.code === 409);
  if (again.error !== undefined && !isConflict) return undefined;
  const now = valueAt(objectAt(again.cluster, path), place);
  if (now === undefined) return 'removed';
  if (now === before) return 'overwritten';
  return isConflict ? 'conflict' : 'stays';
}

/** What is said of the tool that was recorded; what it does not write stays. */
async function saidOf(recorded: RecordedCase, cluster: Cluster, { path, place }: Change): Promise<string> {
  const object = objectAt(cluster, path) ?? new Map();
  const others = recorded.tool === 'argocd' ? [applicationOf(recorded)] : helmReleases(recorded);
  const scenario = newScenario(
    '',
    [...others, object].map((each) => ({ kind: 'live', text: printYaml(each).text })),
  );
  const asked = { kind: 'put-back', stepId: scenario.steps.at(-1)?.id ?? '', path: `.${place.join('.')}` } as const;
  const catalog = await loadCatalog(recorded.kubernetes);
  const rewriters = await loadOnNeed(() => answerQuestion<'put-back'>(scenario, asked, { catalog }));
  // What hangs on the manifest alone is told to who has it, as here.
  const manifest = manifestOf(recorded, object);
  const isDeclared = valueAt(manifest, place) !== undefined;
  const said = (rewriters ?? []).filter(({ manifestUnseen }) => manifestUnseen !== true || isDeclared);
  const ends = said.filter(({ writer }) => writer === recorded.tool).map(({ end }) => end);
  return [...new Set(ends)].join(' and ') || 'stays';
}

/** What Helm keeps of its releases after a recorded run. */
function helmReleases({ after }: RecordedCase): readonly ValueMap[] {
  return after.map(mapFromPlain).filter((each) => metadataText(each, 'name').startsWith('sh.helm.release.'));
}

/** The manifest of an object in a recorded case. */
function manifestOf({ manifests }: RecordedCase, object: ValueMap): ValueMap | undefined {
  return readDocuments(manifests)
    .flatMap(({ value }) => (value !== undefined && isMap(value) ? [value] : []))
    .find(
      (each) =>
        stringAt(each, 'kind') === stringAt(object, 'kind') &&
        metadataText(each, 'name') === metadataText(object, 'name'),
    );
}

/** The Application of a recorded sync, as far as its options say it. */
function applicationOf({ options }: RecordedCase): ValueMap {
  const respects = options['RespectIgnoreDifferences'] === 'true' ? ['RespectIgnoreDifferences=true'] : [];
  const [rules] = readDocuments(options['ignoreDifferences'] ?? '[]');
  return mapOf({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: mapOf({ name: options['app'] ?? '', namespace: 'argocd' }),
    spec: mapOf({ ignoreDifferences: rules?.value, syncPolicy: mapOf({ syncOptions: respects }) }),
  });
}

function pathIn(cluster: Cluster, object: ValueMap, namespace: string): string | undefined {
  const version = catalogOf(cluster).findKind(stringAt(object, 'apiVersion') ?? '', stringAt(object, 'kind') ?? '');
  if (version === undefined) return undefined;
  const own = version.resource.namespaced ? metadataText(object, 'namespace') || namespace : '';
  return pathOf({ version, namespace: own, name: metadataText(object, 'name') });
}

function objectAt(cluster: Cluster, path: string): ValueMap | undefined {
  const { body } = serve(cluster, { method: 'GET', path, query: new Map() }, '2026-01-01T00:00:00Z').response;
  return isMap(body) ? body : undefined;
}

function valueAt(object: ValueMap | undefined, place: readonly string[]): Value | undefined {
  const parent = place.slice(0, -1).reduce<ValueMap | undefined>((map, key) => mapAt(map, key), object);
  return parent?.get(place.at(-1) ?? '');
}
