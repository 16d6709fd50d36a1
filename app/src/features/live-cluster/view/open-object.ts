import { nearestVersion } from '@managed-fields/kubernetes-types';
import { type ClusterResource, readTypedObject, resourcesNamed } from '@managed-fields/live-cluster';
import { freshScenario, type NewStep } from '@managed-fields/scenario';
import { create } from 'zustand';
import { startDraft } from '../../../core/store/address.ts';
import { select, useScenario } from '../../../core/store/scenario-store.ts';
import { announce } from '../../../core/ui/announce.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { useCluster } from '../state/cluster-mode.ts';
import { readSchemasOf } from '../state/cluster-schemas.ts';
import { askFor } from '../state/dry-run.ts';
import { type FoundInCluster, findInCluster } from '../state/find-object.ts';
import { type Loaded, loadResources } from '../state/resources.ts';

/** Why an object that was typed was not opened. */
export type OpenFailure =
  | Extract<Loaded<never>, { readonly kind: 'failed' }>
  | { readonly kind: 'no-resource' | 'no-name'; readonly typed: string };

/** What could not be read beside an object that was opened, so that it is read by less than the cluster knows. */
export const useOpenNotice = create<{
  readonly failed: Extract<Loaded<never>, { readonly kind: 'failed' }> | undefined;
  readonly of: 'definition' | 'schema';
}>(() => ({ failed: undefined, of: 'schema' }));

/** Opens an object as it was typed, `deploy/web -n prod`; returns why it could not be opened. */
export async function openTyped(text: string, namespace: string): Promise<OpenFailure | undefined> {
  const typed = readTypedObject(text);
  if (typed === undefined || typed.name === '') return { kind: 'no-name', typed: text };
  const loaded = await loadResources();
  if (loaded.kind === 'failed') return loaded;
  const [resource] = resourcesNamed(typed.resource, loaded.value.resources);
  if (resource === undefined) return { kind: 'no-resource', typed: typed.resource };
  return openNamed(resource, typed.namespace ?? namespace, typed.name);
}

/** Opens an object of a resource by its name; returns why it could not be opened. */
export async function openNamed(
  resource: ClusterResource,
  namespace: string,
  name: string,
): Promise<OpenFailure | undefined> {
  const found = await findInCluster(resource, namespace, name);
  return found.kind === 'failed' ? found : startFound(found.value, resource, name);
}

/** Begins a new scenario with an object of the cluster; the one of before stays in the list of drafts. */
async function startFound(
  { object, definition, undefinedKind }: FoundInCluster,
  resource: ClusterResource,
  name: string,
): Promise<OpenFailure | undefined> {
  const title = `${resource.singular || resource.plural}/${name}`;
  const { mode } = useCluster.getState();
  const kubernetes = mode.kind === 'connected' ? nearestVersion(mode.release) : undefined;
  const objects = [
    ...(definition === undefined ? [] : [{ text: definition, declared: true }]),
    { text: object, declared: false },
  ];
  const printed = await askFor(useScenario.getState().scenario, { kind: 'printed-objects', objects });
  const texts = (printed ?? []).filter((text) => text !== undefined);
  if (texts.length < objects.length) {
    return { kind: 'failed', failure: { kind: 'unread', found: object.slice(0, 100) } };
  }
  const steps = texts.map((text, index): NewStep => ({ kind: index < texts.length - 1 ? 'crd' : 'live', text }));
  const scenario = freshScenario(title, steps);
  startDraft(kubernetes === undefined ? scenario : { ...scenario, kubernetes });
  select(scenario.steps.at(-1)?.id ?? '');
  announce(laterWords.cluster.opened({ name: title }));
  useOpenNotice.setState({ failed: undefinedKind && { ...undefinedKind, kind: 'failed' }, of: 'definition' });
  // What it is read by comes after it, and is shown as soon as it is there.
  void readSchemasOf(resource).then((failed) => failed && useOpenNotice.setState({ failed, of: 'schema' }));
  return undefined;
}
