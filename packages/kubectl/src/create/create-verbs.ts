import { quote } from '@managed-fields/merge-engine';
import { fail, isFailure } from '../failure.ts';
import type { Verb } from '../verb.ts';
import { hashOf } from './content-hash.ts';
import { createVerb, type Generator, objectOf } from './generator.ts';
import { ingressGenerator } from './ingress.ts';
import { clusterRoleBindingGenerator, clusterRoleGenerator, roleBindingGenerator, roleGenerator } from './rbac.ts';
import { genericSecretGenerator, registrySecretGenerator, tlsSecretGenerator } from './secret.ts';
import { serviceGenerators } from './service.ts';
import {
  namespaceGenerator,
  podDisruptionBudgetGenerator,
  priorityClassGenerator,
  quotaGenerator,
  serviceAccountGenerator,
} from './simple.ts';
import { entriesOf, mixesEnvFiles, sourceFlags } from './sources.ts';
import { cronJobGenerator, deploymentGenerator, jobGenerator } from './workload.ts';

/** `kubectl create configmap`. Upstream: k8s.io/kubectl pkg/cmd/create/create_configmap.go. */
export const configMapGenerator: Generator = {
  name: 'configmap',
  flags: sourceFlags,
  failed: 'failed to create configmap:',
  generate(session, flags, name) {
    if (name === '') return fail('name must be specified');
    if (mixesEnvFiles(flags)) return fail('from-env-file cannot be combined with from-file or from-literal');
    const entries = entriesOf(session, flags, ['from-file', 'from-literal', 'from-env-file'], {
      env: 'config',
      invalid: (key, problems) => `${quote(key)} is not a valid key name for a ConfigMap: ${problems.join(',')}`,
      taken: (key) =>
        `cannot add key ${quote(key)}, another key by that name already exists in Data for ConfigMap ${quote(name)}`,
    });
    if (isFailure(entries)) return entries;
    const data = Object.fromEntries(entries);
    const hash = flags.truth('append-hash') ? `-${hashOf({ data, kind: 'ConfigMap', name })}` : '';
    return objectOf('v1', 'ConfigMap', `${name}${hash}`, { data });
  },
};

/** The subcommands of `kubectl create` that are played, in the order in which kubectl has them. */
export const createVerbs: readonly Verb[] = [
  namespaceGenerator,
  quotaGenerator,
  registrySecretGenerator,
  tlsSecretGenerator,
  genericSecretGenerator,
  configMapGenerator,
  serviceAccountGenerator,
  ...serviceGenerators,
  deploymentGenerator,
  clusterRoleGenerator,
  clusterRoleBindingGenerator,
  roleGenerator,
  roleBindingGenerator,
  podDisruptionBudgetGenerator,
  priorityClassGenerator,
  jobGenerator,
  cronJobGenerator,
  ingressGenerator,
].map(createVerb);
