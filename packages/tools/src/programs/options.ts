import { controllerRuntimeModes } from './controller-runtime-modes.ts';
import type { ProgramName } from './run-tool.ts';
import { fieldResources } from './terraform-resources.ts';

/** An option of a tool that is played. */
export interface ToolOption {
  /** As the tool names it. */
  readonly name: string;
  /** `truth`: `true` or `false`; a list: one of its words. */
  readonly values: 'truth' | 'text' | readonly string[];
  /**
   * What a text has to be read as: a JSON list of rules, a list of rules of an Application as YAML or JSON, paths of fields
   * between commas, or the number of a revision.
   */
  readonly form?: 'rules' | 'differences' | 'paths' | 'revision';
  /** What counts where the option is not given, of a truth that is not false then. */
  readonly default?: 'true';
  /** The option that this is another name of. */
  readonly sameAs?: string;
}

const truths = (...names: readonly string[]) => names.map((name): ToolOption => ({ name, values: 'truth' }));
const texts = (...names: readonly string[]) => names.map((name): ToolOption => ({ name, values: 'text' }));
const isTrue = (name: string): ToolOption => ({ name, values: 'truth', default: 'true' });

const pruning: readonly ToolOption[] = [
  ...truths('prune'),
  ...texts('selector'),
  ...truths('all'),
  ...texts('applyset', 'prune-allowlist', 'namespace'),
  { name: 'validate', values: ['strict', 'warn', 'ignore'] },
  { name: 'cascade', values: ['background', 'foreground', 'orphan'] },
];

/** The release of each tool that is meant where none is named. */
export const defaultVersions: Readonly<Record<ProgramName, string>> = {
  kubectl: 'v1.36.3',
  'kubectl-client-side': 'v1.36.3',
  helm: 'v4.3.1',
  argocd: 'v3.6.1',
  flux: 'v1.9.4',
  'controller-runtime': 'v0.25.2',
  terraform: 'v3.2.1',
  pulumi: 'v4.25.0',
  'flux-helm': 'v1.6.4',
  crossplane: 'v1.3.1',
  capi: 'v1.14.2',
};

/** The options of each tool that are played, those first that are set most. */
export const programOptions: Readonly<Record<ProgramName, readonly ToolOption[]>> = {
  kubectl: [...truths('force-conflicts'), ...texts('field-manager'), ...pruning],
  'kubectl-client-side': [
    ...truths('force'),
    isTrue('overwrite'),
    ...texts('field-manager'),
    ...pruning,
    ...texts('grace-period'),
  ],
  helm: [
    ...texts('release'),
    { name: 'command', values: ['install', 'upgrade'] },
    { name: 'server-side', values: ['auto', 'true', 'false'] },
    ...truths('force-conflicts', 'force-replace', 'force', 'take-ownership'),
    { name: 'rollback', values: 'text', form: 'revision' },
    ...texts('history-max'),
  ],
  argocd: [
    ...texts('application'),
    ...truths('ServerSideApply'),
    isTrue('ClientSideApplyMigration'),
    ...texts('client-side-apply-migration-manager'),
    ...truths('Replace', 'Force', 'prune'),
    isTrue('Prune'),
    ...truths('PruneLast'),
    { name: 'PrunePropagationPolicy', values: ['foreground', 'background'] },
    isTrue('Validate'),
    ...truths('RespectIgnoreDifferences'),
    { name: 'ignoreDifferences', values: 'text', form: 'differences' },
    { name: 'app', values: 'text', sameAs: 'application' },
  ],
  flux: [
    ...texts('kustomization', 'kustomization-namespace'),
    ...truths('force', 'prune'),
    ...texts('override-manager'),
    { name: 'ignore', values: 'text', form: 'rules' },
  ],
  'controller-runtime': [
    { name: 'mode', values: controllerRuntimeModes },
    ...texts('FieldOwner'),
    ...truths('ForceOwnership', 'typed'),
  ],
  terraform: [
    ...texts('field_manager.name'),
    ...truths('field_manager.force_conflicts'),
    { name: 'resources', values: ['kubernetes_manifest', 'typed', ...fieldResources] },
    { name: 'ignore_changes', values: 'text', form: 'paths' },
    { name: 'computed_fields', values: 'text', form: 'paths' },
    ...truths('import'),
  ],
  pulumi: [
    isTrue('enableServerSideApply'),
    ...truths('enablePatchForce', 'enableConfigMapMutable', 'enableSecretMutable'),
    ...texts('ignoreChanges'),
    ...truths('skip-preview'),
  ],
  'flux-helm': [
    ...texts('helmrelease', 'releaseName'),
    { name: 'driftDetection.mode', values: ['enabled', 'warn', 'disabled'] },
    { name: 'driftDetection.ignore', values: 'text', form: 'rules' },
    isTrue('install.serverSideApply'),
    { name: 'upgrade.serverSideApply', values: ['auto', 'enabled', 'disabled'] },
    ...truths('upgrade.force', 'install.disableTakeOwnership', 'upgrade.disableTakeOwnership'),
    ...texts('override-manager'),
    ...truths('UseHelm3Defaults'),
  ],
  crossplane: [
    ...texts('object'),
    isTrue('enable-server-side-apply'),
    ...texts('managementPolicies', 'legacy-csa-field-managers'),
    ...truths('remove-managed-fields'),
    isTrue('enable-management-policies'),
  ],
  capi: [
    {
      name: 'controller',
      values: ['topology', 'machinedeployment', 'machineset', 'machinepool', 'kubeadmcontrolplane'],
    },
    ...texts('ignorePaths'),
  ],
};

/** The options by which tools overwrite what others own. Argo CD and Flux always do; Helm 3 does not apply server-side. */
const forcing: Readonly<Record<string, string | undefined>> = {
  kubectl: 'force-conflicts',
  'kubectl-client-side': 'force',
  helm: 'force-conflicts',
  'controller-runtime': 'ForceOwnership',
  terraform: 'field_manager.force_conflicts',
  pulumi: 'enablePatchForce',
};

/** The option by which a tool overwrites what others own; undefined where it has none. */
export function forcingOption(name: string, version: string): string | undefined {
  return name === 'helm' && version.startsWith('v3')
    ? undefined
    : Object.hasOwn(forcing, name)
      ? forcing[name]
      : undefined;
}

/** The tools by the managers that they write as. */
const managers: readonly (readonly [pattern: RegExp, name: ProgramName])[] = [
  [/^argocd-/, 'argocd'],
  [/^kustomize-controller$/, 'flux'],
  [/^helm-controller$/, 'flux-helm'],
  [/^helm$/i, 'helm'],
  [/^(?:Terraform|HashiCorp)$/, 'terraform'],
  [/^pulumi-kubernetes/, 'pulumi'],
  [/^provider-kubernetes\//, 'crossplane'],
  [/^crossplane-kubernetes-provider$/, 'crossplane'],
  [/^capi-|^machinepool-controller$/, 'capi'],
  [/^kubectl-client-side-apply$/, 'kubectl-client-side'],
  [/^kubectl$/, 'kubectl'],
];

/** The tool that writes as a manager; undefined for a manager of nobody's. */
export function programOfManager(manager: string): ProgramName | undefined {
  return managers.find(([pattern]) => pattern.test(manager))?.[1];
}
