import { runArgoCd } from './argo-cd.ts';
import { runCapi } from './capi.ts';
import { runControllerRuntime } from './controller-runtime.ts';
import { runCrossplane } from './crossplane.ts';
import { runFlux } from './flux.ts';
import { fluxReleaseOf, runFluxHelm } from './flux-helm.ts';
import { runHelm } from './helm.ts';
import { deployedOf, revisionsOf } from './helm-release.ts';
import { hasState, withState } from './kept.ts';
import { runKubectlClientSide, runKubectlServerSide } from './kubectl.ts';
import { type StoredRelease, type ToolProgram, type ToolTask, truth } from './program.ts';
import { runPulumi } from './pulumi.ts';
import { runTerraform } from './terraform.ts';

/** The tools that are played, by the names that the command line has for them. */
export const programs: Readonly<Record<ProgramName, ToolProgram>> = {
  kubectl: runKubectlServerSide,
  'kubectl-client-side': runKubectlClientSide,
  helm: runHelm,
  argocd: runArgoCd,
  flux: runFlux,
  'controller-runtime': runControllerRuntime,
  terraform: runTerraform,
  pulumi: runPulumi,
  'flux-helm': runFluxHelm,
  crossplane: runCrossplane,
  capi: runCapi,
};

/** The name of a tool that is played. */
export type ProgramName =
  | 'kubectl'
  | 'kubectl-client-side'
  | 'helm'
  | 'argocd'
  | 'flux'
  | 'controller-runtime'
  | 'terraform'
  | 'pulumi'
  | 'flux-helm'
  | 'crossplane'
  | 'capi';

/**
 * A task with what the tool finds out by itself: Helm takes its last release from the cluster or from what was kept of it, the
 * manifests of a rollback from the revision that is rolled back to, and others their state from what was kept. Upstream: helm pkg/action upgrade.go prepareUpgrade, install.go
 * availableName, rollback.go prepareRollback.
 */
export function releaseOf(tool: string, task: ToolTask): ToolTask {
  if (tool === 'flux-helm') return fluxReleaseOf(task);
  if (hasState(tool) && task.previous === undefined) return withState(tool, task);
  if (tool !== 'helm' || task.previous !== undefined) return task;
  const { options } = task;
  const both = ['force-conflicts', 'force-replace'].filter((each) => truth(task, each));
  // Upstream: github.com/spf13/cobra flag_groups.go, for helm v4 pkg/cmd/upgrade.go.
  if (both.length > 1) {
    const group = '[force-replace force-conflicts]';
    const problem = `if any flags in the group ${group} are set none of the others can be; [${both.join(' ')}] were all set`;
    return { ...task, problem, isUsage: true };
  }
  const name = options.get('release') ?? '';
  const revisions = revisionsOf(task, name);
  const [last] = revisions;
  const command = options.get('command');
  if (last === undefined) {
    return command === 'upgrade' ? { ...task, problem: `"${name}" has no deployed releases` } : task;
  }
  if (command === 'install') {
    const isThird = task.version.startsWith('v3');
    const problem = isThird ? 'cannot re-use a name' : 'release name check failed: cannot reuse a name';
    return { ...task, problem: `${problem} that is still in use` };
  }
  const rollback = options.get('rollback');
  if (rollback !== undefined) return rolledBack(task, revisions, rollback);
  return { ...task, previous: deployedOf(revisions, last) };
}

function rolledBack(task: ToolTask, revisions: readonly StoredRelease[], rollback: string): ToolTask {
  const [last] = revisions;
  const wanted = Number(rollback) || (last?.revision ?? 0) - 1;
  const target = revisions.find(({ revision }) => revision === wanted);
  if (target === undefined) return { ...task, problem: `release has no ${wanted} version` };
  const given = target.manifests.map((value) => ({ value, text: '' }));
  const manifests = task.manifests.length > 0 ? task.manifests : given;
  return { ...task, manifests, previous: { manifests: last?.manifests ?? [], serverSide: target.serverSide } };
}
