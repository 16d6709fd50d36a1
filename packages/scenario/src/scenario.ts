import { defaultVersion, type PlayedVersion } from '@managed-fields/kubernetes-types';
import type { Task } from './goal.ts';
import type { ObjectName } from './object-name.ts';

export type { ObjectName } from './object-name.ts';

/**
 * What the user wrote, and nothing that is computed from it: a title and an ordered list of steps. Links, drafts,
 * example files and embeds hold scenarios.
 */
export interface Scenario {
  readonly title: string;
  /** One sentence about the scenario, for the gallery. */
  readonly about?: string;
  /** The version of Kubernetes of server and kubectl; absent for the default version. */
  readonly kubernetes?: PlayedVersion;
  /** The server that it is played on; absent for a plain one, as in scenarios that were made before there was a choice. */
  readonly server?: 'installed';
  /** What whoever opens it is to do with it; absent for most. */
  readonly task?: Task;
  readonly steps: readonly Step[];
}

/** The version of Kubernetes that a scenario is played on. */
export function versionOf({ kubernetes }: Scenario): PlayedVersion {
  return kubernetes ?? defaultVersion;
}

/**
 * The servers that a scenario can be played on. `installed`: the API server of a cluster, with all admission plugins that
 * are on by default. `plain`: without those that need a whole cluster, such as ServiceAccounts for Pods.
 */
export const serverKinds = ['installed', 'plain'] as const;
export type ServerKind = (typeof serverKinds)[number];

/** The server that a scenario is played on. */
export function serverOf({ server }: Scenario): ServerKind {
  return server ?? 'plain';
}

/** One step: a pasted object, a definition of a kind, a kubectl command, a deploy tool, or one request to the API server. */
export type Step = LiveStep | DefinitionStep | CommandStep | ToolStep | RequestStep;

/** The members that every kind of step has. */
export interface CommonStep {
  /** Unique within the scenario, stable across edits; letters and digits. */
  readonly id: string;
  /** The text as typed: the object, the configuration, the patch, or the command line. */
  readonly text: string;
  /** The name that the user gave; without one the step is called by its manager and kind. */
  readonly name?: string;
  /** One sentence for readers who step through. */
  readonly note?: string;
  /** Whether the step is switched off: a run skips it. */
  readonly off?: boolean;
}

/** An object as a cluster has it, with its managedFields. */
export interface LiveStep extends CommonStep {
  readonly kind: 'live';
}

/** A CustomResourceDefinition to install. */
export interface DefinitionStep extends CommonStep {
  readonly kind: 'crd';
}

/** A kubectl command line. */
export interface CommandStep extends CommonStep {
  readonly kind: 'kubectl';
  /** Files beside the command, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A release by a deploy tool: its text holds the manifests. */
export interface ToolStep extends CommonStep {
  readonly kind: 'tool';
  readonly tool?: ToolSettings;
}

/** A deploy tool, and what it is told beside the manifests. */
export interface ToolSettings {
  /** As `managed-fields forecast --tool` names it: `helm`, `argocd`. */
  readonly name: string;
  /** Its release, `v4.3.1`; absent for the one that is meant where none is named. */
  readonly version?: string;
  /** The namespace of manifests that name none; absent: `default`. */
  readonly namespace?: string;
  /** By the names that the tool has for them. */
  readonly options?: Readonly<Record<string, string>>;
}

/** One request to the API server. */
export interface RequestStep extends CommonStep, RequestSettings {
  readonly kind: RequestKind;
}

/**
 * The settings that a request is sent with, beside its text. Every kind of request may have every setting, and the
 * server answers what it makes of them; `needsOf` lists those that are of use to a kind.
 */
export interface RequestSettings {
  /** The field manager; where it is absent, the server takes the name in the User-Agent. */
  readonly manager?: string;
  readonly userAgent?: string;
  /** Who sends it; absent for an administrator. Admission policies and roles go by it. */
  readonly user?: StepUser;
  readonly force?: boolean;
  readonly subresource?: string;
  readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
  readonly dryRun?: boolean;
  /** Whether the webhooks that convert custom resources do not answer. */
  readonly conversionDown?: boolean;
  /** The object of a step whose text does not name it (patches, scale, reset, delete); absent: that of the step before. */
  readonly object?: ObjectName;
}

/** Somebody who sends requests. */
export interface StepUser {
  readonly name: string;
  /** Without `system:authenticated`, which a server adds. */
  readonly groups?: readonly string[];
  readonly uid?: string;
  /** What else is known of him, by names as headers have them: in whatever case, the same in small letters. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** All kinds of step. */
export type StepKind =
  | 'live'
  | 'apply'
  | 'create'
  | 'update'
  | 'merge-patch'
  | 'strategic-merge-patch'
  | 'json-patch'
  | 'scale'
  | 'status'
  | 'reset'
  | 'delete'
  | 'crd'
  | 'kubectl'
  | 'tool';

/** The kinds of step that are one request to the API server. */
export type RequestKind = Exclude<StepKind, 'live' | 'crd' | 'kubectl' | 'tool'>;

/** A step whose kind was not looked at yet: any setting may stand beside any kind, as in files. */
export interface AnyStep extends CommonStep, RequestSettings, Pick<CommandStep, 'files'>, Pick<ToolStep, 'tool'> {
  readonly kind: StepKind;
}

/** The file of a kubectl step that holds what `edit` and `edit-last-applied` find when the editor closes. */
export const editorFile = '$EDITOR';
/** The file that stands for the standard input, which a command names `-`. */
export const inputFile = '-';
