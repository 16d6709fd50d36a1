import { metadataText, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { helmReleaseOf, labelled } from './flux-helm.ts';
import { sortedForInstall } from './helm.ts';
import { revisionsOf } from './helm-release.ts';
import type { StoredRelease, ToolRan, ToolTask } from './program.ts';
import { patchTypes } from './session.ts';

/** The name under which Helm's own releases, an inventory of Flux or a state of Terraform and Pulumi are kept; else undefined. */
function keptName(tool: string, task: ToolTask): string | undefined {
  switch (tool) {
    case 'helm':
      return task.options.get('release') ?? '';
    case 'flux-helm':
      return helmReleaseOf(task).release;
    case 'flux':
      return `flux ${task.options.get('kustomization') ?? ''}`;
    case 'terraform': {
      // Each choice of resources is a configuration of its own.
      const resources = task.options.get('resources') ?? '';
      return resources === '' || resources === 'kubernetes_manifest' ? tool : `${tool} ${resources}`;
    }
    case 'pulumi':
      return tool;
    default:
      return undefined;
  }
}

/** Whether a tool keeps a list of the objects that it applied, and no revisions of releases. */
export function hasState(tool: string): boolean {
  return tool === 'terraform' || tool === 'pulumi' || tool === 'flux';
}

/** A task with the state that was kept of the last run. */
export function withState(tool: string, task: ToolTask): ToolTask {
  const [last] = revisionsOf(task, keptName(tool, task) ?? '');
  return last === undefined ? task : { ...task, previous: { manifests: last.manifests, serverSide: last.serverSide } };
}

/**
 * What a tool keeps of a run beside the objects that it wrote: Helm and helm-controller a revision of the release, Flux its
 * inventory, Terraform and Pulumi their state. Undefined where it keeps nothing, or keeps what it had. A failed object stays in
 * a state as it was. Upstream: helm v4 pkg/action upgrade.go performUpgrade; kustomize-controller
 * internal/controller/kustomization_controller.go reconcile, which writes the inventory after all was applied; terraform
 * internal/terraform/node_resource_abstract_instance.go apply; pulumi pkg/engine/deployment.go.
 */
export function keptOf(tool: string, task: ToolTask, ran: ToolRan): StoredRelease | undefined {
  const name = keptName(tool, task);
  if (name === undefined || task.problem !== undefined) return undefined;
  if (tool === 'flux' && ran.error !== undefined) return undefined;
  const [last] = revisionsOf(task, name);
  const serverSide = ran.requests.some(
    ({ request }) => request.contentType === patchTypes.apply && !request.query.has('dryRun'),
  );
  return {
    name,
    namespace: task.namespace,
    revision: (last?.revision ?? 0) + 1,
    status: ran.error === undefined ? 'deployed' : 'failed',
    manifests: keptManifests(tool, task, ran),
    serverSide,
  };
}

function keptManifests(tool: string, task: ToolTask, ran: ToolRan): readonly ValueMap[] {
  switch (tool) {
    case 'terraform':
    case 'pulumi':
      return stateAfter(task, ran);
    case 'helm':
    case 'flux-helm':
      return sortedForInstall(tool === 'helm' ? task : labelled(task)).map(([, object]) => object);
    default:
      return task.manifests.map(({ value }) => value);
  }
}

function stateAfter(task: ToolTask, { ends }: ToolRan): readonly ValueMap[] {
  const had = new Map((task.previous?.manifests ?? []).map((object) => [keyOf(object), object]));
  for (const { object, manifest, end } of ends) {
    const given = manifest === undefined ? undefined : task.manifests[manifest]?.value;
    if (end === 'pruned') had.delete(keyOf(object));
    else if (given !== undefined && (end === 'applied' || end === 'skipped')) had.set(keyOf(given), given);
  }
  return [...had.values()];
}

function keyOf(object: ValueMap): string {
  return [
    stringAt(object, 'apiVersion'),
    stringAt(object, 'kind'),
    metadataText(object, 'namespace'),
    metadataText(object, 'name'),
  ].join('/');
}
