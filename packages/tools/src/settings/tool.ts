import type { WayOut } from '@managed-fields/api-server';
import type { FieldPath, OwnerIdentity, Value, ValuePath } from '@managed-fields/merge-engine';
import type { FieldPathText } from '@managed-fields/scenario';

/** A program or library that applies objects, each with settings of its own for who owns what. */
export type Tool =
  | 'kubectl'
  | 'helm-3'
  | 'helm-4'
  | 'argo-cd'
  | 'flux-kustomize'
  | 'flux-helm'
  | 'terraform-kubernetes'
  | 'terraform-kubectl'
  | 'terraform-helm'
  | 'pulumi'
  | 'crossplane'
  | 'kustomize'
  | 'client-go'
  | 'controller-runtime';

/** The names of the tools, which no language translates, in the order in which they are offered. */
export const toolNames: Readonly<Record<Tool, string>> = {
  kubectl: 'kubectl',
  'helm-4': 'Helm 4',
  'helm-3': 'Helm 3',
  'argo-cd': 'Argo CD',
  'flux-kustomize': 'Flux (Kustomization)',
  'flux-helm': 'Flux (HelmRelease)',
  'terraform-kubernetes': 'Terraform (kubernetes_manifest)',
  'terraform-kubectl': 'Terraform (kubectl_manifest)',
  'terraform-helm': 'Terraform (helm_release)',
  pulumi: 'Pulumi',
  crossplane: 'Crossplane (provider-kubernetes)',
  kustomize: 'Kustomize',
  'client-go': 'client-go',
  'controller-runtime': 'controller-runtime',
};

/** What a setting is for: one of the ways out of a conflict, or to move the entries of other managers before it. */
export type ToolWay = WayOut | 'migrate';

/** Where a setting is written. `automatic`: nowhere, the tool does it by itself. */
export type SettingPlace =
  | 'command'
  | 'annotation'
  | 'manifest'
  | 'chart'
  | 'application'
  | 'application-annotation'
  | 'kustomization'
  | 'helm-release'
  | 'controller'
  | 'provider'
  | 'object-resource'
  | 'stack'
  | 'resource'
  | 'resource-option'
  | 'kustomization-file'
  | 'program'
  | 'automatic';

/**
 * What a tool does with a setting, where that is more, less or something else than the way out that it is for.
 * `plain`: just that way; `if-server-side`: where it applies server-side; `always-forces`: the tool applies with force whatever is set; `forces-all`: all objects of a stack are
 * applied with force; `no-owners`: a patch from the
 * client that asks for no owners; `removes-field`: a three-way merge takes the field out of the object; `puts-object`:
 * the whole object is replaced by a PUT; `recreates`: it is deleted and created; `recreates-immutable`: the same, only
 * where a field is immutable; `recreates-changed`: whenever the manifest changes; `skips-existing`: an object that exists is not applied; `drift-only`: only the correction
 * of drift leaves the field alone; `plan-only`: only the plan does; `sends-live`: the live value is sent in its place;
 * `sends-live-of-manager`: those of all fields of a manager are; `sends-state`: what the manifest leaves out is sent from the state later on; `sends-live-until-changed`: the live value
 * is sent as long as the manifest's stays the same; `drops-or-sends-live`: left out if another manager has applied it,
 * else sent with its live value; `drops-if-not-own`: left out if only others own it, else sent with its live value;
 * `moves-own`: the tool's own Update entry becomes one of Apply; `moves-update`: the Update entry of a named manager goes
 * to the tool; `moves-all`: all entries whose manager begins with a name go to the tool; `moves-known`: those of managers
 * that the tool knows do, unless this is set; `moves-kubectl`: those of kubectl and of the tool itself do; `moves-after`: kubectl moves the entry of client-side apply, after an apply that went
 * through; `release-ownership`: about the labels by which a release owns an object; `writes-only`: the
 * tool writes manifests, and another applies them.
 */
export type Behaviour =
  | 'plain'
  | 'if-server-side'
  | 'always-forces'
  | 'forces-all'
  | 'no-owners'
  | 'removes-field'
  | 'puts-object'
  | 'recreates'
  | 'recreates-immutable'
  | 'recreates-changed'
  | 'skips-existing'
  | 'drift-only'
  | 'plan-only'
  | 'sends-live'
  | 'sends-live-of-manager'
  | 'sends-state'
  | 'sends-live-until-changed'
  | 'drops-or-sends-live'
  | 'drops-if-not-own'
  | 'moves-own'
  | 'moves-update'
  | 'moves-all'
  | 'moves-known'
  | 'moves-kubectl'
  | 'moves-after'
  | 'release-ownership'
  | 'writes-only';

/** What is something else than any way out of a conflict. */
export const otherBehaviours: ReadonlySet<Behaviour> = new Set([
  ...(['no-owners', 'removes-field', 'puts-object', 'recreates', 'recreates-immutable', 'recreates-changed'] as const),
  ...(['skips-existing', 'drift-only', 'plan-only', 'release-ownership'] as const),
]);

/** Where a fact was read: a file of a project's release, as GitHub keeps it. */
export interface ToolSource {
  /** `helm/helm` */
  readonly project: string;
  /** The tag of the release. */
  readonly version: string;
  readonly file: string;
}

/** What to write, made of the reader's own object, manager and fields. */
export interface Snippet {
  /** `diff`: the lines of a manifest, those to be taken out with a minus. */
  readonly language: 'shell' | 'yaml' | 'diff' | 'hcl' | 'go';
  readonly text: string;
  /** The fields that the setting cannot name. */
  readonly without: readonly FieldPathText[];
}

/** One fact: what a tool has for a way, and what that does. */
export interface ToolFact {
  readonly way: ToolWay;
  /** The name of the setting; empty where a manifest or a program is changed instead. */
  readonly setting: string;
  readonly place: SettingPlace;
  readonly behaviour: Behaviour;
  /** The way out whose preview shows what this comes to; undefined where none does. */
  readonly same?: WayOut | ((conflict: ToolConflict) => WayOut | undefined);
  /** The first release that has it, where that was looked up. */
  readonly since?: string;
  readonly source: ToolSource;
  /** Undefined where the setting has nothing to say about these fields. */
  readonly write?: (conflict: ToolConflict) => Snippet | undefined;
}

/** A conflict, as far as settings of tools can speak of it. */
export interface ToolConflict {
  readonly object: ToolObject;
  /** The manager that applied. */
  readonly manager: string;
  /** Each field once for each of its owners. */
  readonly fields: readonly ToolField[];
}

/** The object of a conflict, by all names that tools have for it. */
export interface ToolObject {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** `deployments` */
  readonly plural: string;
  /** Empty for an object without one. */
  readonly namespace: string;
  readonly name: string;
}

/** A field in conflict with one owner. */
export interface ToolField {
  readonly path: FieldPath;
  readonly text: FieldPathText;
  readonly owner: OwnerIdentity;
  /** Whether the manager that applied owns the field, too. */
  readonly own: boolean;
  /** The values and their places; undefined where a side has none. */
  readonly live: Value | undefined;
  readonly livePlace: ValuePath | undefined;
  readonly declared: Value | undefined;
  readonly declaredPlace: ValuePath | undefined;
  /** For each element of `declaredPlace`, whether it is a key of a map and no declared field. */
  readonly mapKeys: readonly boolean[];
}
