import type { Verb } from '../verb.ts';
import { configMapGenerator } from './config-map.ts';
import { createVerb } from './generator.ts';
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
import { cronJobGenerator, deploymentGenerator, jobGenerator } from './workload.ts';

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
