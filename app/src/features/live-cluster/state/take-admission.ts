import {
  apiVersionOf,
  readAdmission,
  readObject,
  resourcePath,
  type UnreadAdmission,
} from '@managed-fields/live-cluster';
import { addStep, type NewStep, type ObjectName, type Scenario, withServer } from '@managed-fields/scenario';
import { create } from 'zustand';
import { edit, useScenario } from '../../../core/store/scenario-store.ts';
import { askFor } from './dry-run.ts';
import { ask, type Loaded, loadResources } from './resources.ts';
import { send } from './send.ts';

/** What became of reading what admission goes by. */
export type TakenAdmission =
  | { readonly kind: 'none' | 'reading' }
  | Extract<Loaded<never>, { readonly kind: 'failed' }>
  /** `no-resource`: the cluster does not have the kind; `changed`: the scenario was edited meanwhile. */
  | { readonly kind: 'no-resource' | 'changed' }
  | { readonly kind: 'taken'; readonly objects: number; readonly unread: readonly UnreadAdmission[] };

/** How the last reading ended. */
export const useTakenAdmission = create<{ readonly taken: TakenAdmission }>(() => ({ taken: { kind: 'none' } }));

/** Forgets how the last reading ended. */
export function dismissTaken(): void {
  useTakenAdmission.setState({ taken: { kind: 'none' } });
}

/**
 * Reads what admission goes by in the cluster for an object, and puts it before the steps of the scenario as live steps, those of
 * an earlier reading replaced. The scenario is then played on a cluster as installed.
 */
export async function takeAdmission(object: ObjectName): Promise<void> {
  useTakenAdmission.setState({ taken: { kind: 'reading' } });
  useTakenAdmission.setState({ taken: await taken(object) });
}

async function taken({ apiVersion, kind, namespace = '', name }: ObjectName): Promise<TakenAdmission> {
  const { scenario, revision, selected } = useScenario.getState();
  const loaded = await loadResources();
  if (loaded.kind === 'failed') return loaded;
  const resource = loaded.value.resources.find((each) => apiVersionOf(each) === apiVersion && each.kind === kind);
  if (resource === undefined) return { kind: 'no-resource' };
  const found = await ask({ kind: 'read', path: resourcePath(resource, namespace, name) }, readObject);
  const { group, plural } = resource;
  const own = found.kind === 'loaded' ? found.value : '';
  const within = resource.namespaced ? namespace : '';
  const { objects, unread } = await readAdmission({ group, resource: plural, namespace: within, object: own }, send);
  const asked = objects.map((text) => ({ text, declared: false }));
  const printed = await askFor(scenario, { kind: 'printed-objects', objects: asked });
  const steps = (printed ?? []).flatMap((text, place): readonly NewStep[] =>
    text === undefined ? [] : [{ kind: 'live', name: nameOf(objects[place] ?? ''), text }],
  );
  if (revision !== useScenario.getState().revision) return { kind: 'changed' };
  edit((before) => withAdmission(before, steps), selected === undefined ? {} : { select: selected });
  return { kind: 'taken', objects: steps.length, unread };
}

function withAdmission(scenario: Scenario, steps: readonly NewStep[]): Scenario {
  const names = new Set(steps.map(({ name }) => name));
  const kept = scenario.steps.filter(
    (step) => step.kind !== 'live' || step.name === undefined || !names.has(step.name),
  );
  const installed = withServer({ ...scenario, steps: kept }, 'installed');
  return steps.reduceRight((before, step) => addStep(before, step, 0), installed);
}

/** What a step of an object is called: `LimitRange shop/cpu`. */
function nameOf(object: string): string {
  const { kind, metadata = {} } = JSON.parse(object) as {
    kind: string;
    metadata?: { name?: string; namespace?: string };
  };
  const { namespace, name = '' } = metadata;
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
