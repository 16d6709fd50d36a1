import {
  attempt,
  hasAdmission,
  hasCustomResources,
  hasRareRequests,
  type ModuleName,
  NotLoaded,
  provideAdmission,
  provideCustomResources,
  provideRareRequests,
} from '@managed-fields/api-server';
import { hasKnownFile, loadKnownFile } from '@managed-fields/known-definitions';
import { provideKubectlParts } from '@managed-fields/kubectl';
import { loadDescriptions } from '@managed-fields/kubernetes-types';
import { provideExpressions } from './answer-problems.ts';
import { hasKubectl, provideKubectl } from './kubectl.ts';
import { hasTools, provideTools } from './tools.ts';

/** Calls a dynamic import; for those who try again where it fails, or who tell that something is fetched. */
export type Fetch = <Code>(load: () => Promise<Code>) => Promise<Code>;

/**
 * Computes something with the engine. Where that says that modules are not loaded, it loads these and computes again; all
 * that one try can name is loaded at once. Each try asks for a module that none before it asked for, so the number of
 * modules bounds that of tries; four were enough for all that was tried (`conformance/loading`). Rejects where code
 * cannot be fetched; kinds whose known definition cannot be fetched are then unknown.
 */
export async function loadOnNeed<Value>(compute: () => Value, fetching: Fetch = (load) => load()): Promise<Value> {
  const asked = new Set<ModuleName>();
  for (;;) {
    const attempted = attempt(compute);
    if (attempted.kind === 'done') return attempted.value;
    const { modules } = attempted;
    if (modules.every((name) => asked.has(name))) throw new NotLoaded(modules);
    for (const name of modules) asked.add(name);
    await Promise.all(modules.map((name) => loadModule(name, fetching)));
  }
}

async function loadModule(name: ModuleName, fetching: Fetch): Promise<void> {
  switch (name) {
    case 'kubectl':
      if (!hasKubectl()) {
        const load = () => Promise.all([import('./play-command.ts'), import('./command-view.ts')]);
        const [{ playCommand }, { commandView }] = await fetching(load);
        provideKubectl({ playCommand, commandView });
      }
      return;
    case 'kubectl-describe':
      provideKubectlParts({ describe: await fetching(() => import('@managed-fields/kubectl/describe')) });
      return;
    case 'kubectl-rare':
      provideKubectlParts({ rare: await fetching(() => import('@managed-fields/kubectl/rare')) });
      return;
    case 'kubectl-kustomize':
      provideKubectlParts({ kustomize: await fetching(() => import('@managed-fields/kubectl/kustomize')) });
      return;
    case 'tools':
      if (!hasTools()) {
        const load = () => Promise.all([import('./play-tool.ts'), import('./tool-view.ts')]);
        const [{ playTool }, { toolView }] = await fetching(load);
        provideTools({ playTool, toolView });
      }
      return;
    case 'custom-resources':
      if (!hasCustomResources()) {
        const load = () =>
          Promise.all([import('@managed-fields/api-server/custom-resources'), import('./type-checking.ts')]);
        const [code, expressions] = await fetching(load);
        provideCustomResources(code);
        provideExpressions(expressions);
      }
      return;
    case 'admission':
      if (!hasAdmission()) {
        const { admissionChain } = await fetching(() => import('@managed-fields/admission'));
        provideAdmission(admissionChain);
      }
      return;
    case 'rare-requests':
      if (!hasRareRequests()) {
        provideRareRequests(await fetching(() => import('@managed-fields/api-server/rare-requests')));
      }
      return;
    case 'admission-policies': {
      const load = () =>
        Promise.all([import('@managed-fields/admission'), import('@managed-fields/admission/policies')]);
      const [admission, policies] = await fetching(load);
      admission.provideAdmissionPolicies(policies);
      return;
    }
    default: {
      const [, version] = /^descriptions\/(.+)$/.exec(name) ?? [];
      if (version !== undefined) return loadDescriptions(version, fetching);
      const file = name.slice('known/'.length);
      if (!hasKnownFile(file)) await loadKnownFile(file, fetching);
    }
  }
}
