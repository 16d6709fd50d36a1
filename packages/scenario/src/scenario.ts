import { defaultVersion, type KubernetesVersion } from '@managed-fields/kubernetes-types';

/**
 * A scenario is what a user wrote and nothing that was computed: a title and an ordered list of steps.
 * It is what links, drafts, example files and embeds carry.
 */
export interface Scenario {
  readonly title: string;
  /** One sentence about the whole, shown by the gallery. */
  readonly about?: string;
  /** The version of Kubernetes that server and kubectl are of; absent for the default version. */
  readonly kubernetes?: KubernetesVersion;
  readonly steps: readonly Step[];
}

/** The version of Kubernetes that a scenario is played on. */
export function versionOf({ kubernetes }: Scenario): KubernetesVersion {
  return kubernetes ?? defaultVersion;
}

/** What a step does. Each but `live`, `crd` and `kubectl` is one request to the API server. */
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
  | 'kubectl';

/** One step. Settings that a kind does not read are absent. */
export interface Step {
  /** Unique within the scenario, stable across edits; letters and digits. */
  readonly id: string;
  readonly kind: StepKind;
  /** The text as typed: the object, the configuration, the patch, or the command line. */
  readonly text: string;
  /** A name that the user gave; else the step is called by manager and kind. */
  readonly name?: string;
  /** One sentence for readers who step through. */
  readonly note?: string;
  /** The field manager; absent for the User-Agent's, or for what does not have one. */
  readonly manager?: string;
  readonly userAgent?: string;
  readonly force?: boolean;
  readonly subresource?: string;
  readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
  readonly dryRun?: boolean;
  /** Switched off: skipped by run. */
  readonly off?: boolean;
  /** The object of a step whose text does not name it (patches, scale, reset, delete); absent: that of the step before. */
  readonly object?: ObjectName;
  /** Files beside a kubectl command, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Names one object as a manifest does. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** The file of a kubectl step that holds what the user makes of a text in the editor, for `edit` and `edit-last-applied`. */
export const editorFile = '$EDITOR';
/** The file that a command reads where it reads `-`. */
export const inputFile = '-';
