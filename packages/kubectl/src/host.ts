import type { ApiRequest, ApiResponse, Cluster, RequestTrace } from '@managed-fields/api-server';
import type { Value, ValueMap } from '@managed-fields/merge-engine';

/** What the engine leaves to those who run a command: reading and printing of YAML, the editor, the diff program. */
export interface KubectlHost {
  /** The release of kubectl, `v1.36.3`. */
  readonly release: string;
  /** The documents of a file, in order; those that hold nothing are left out. */
  read(text: string): readonly ReadDocument[];
  /** As `kubectl get -o yaml` prints, with the last line break. */
  printYaml(value: Value): string;
  /** What the user made of a text in an editor. Absent: nothing can be edited. */
  edit?(text: string): string;
  /** What the diff program says to two sets of files, by name. Absent: a plain unified diff. */
  diff?(live: ReadonlyMap<string, string>, merged: ReadonlyMap<string, string>): ProgramOutput;
}

/** A document of a file, or why it cannot be read, in the reader's words. */
export type ReadDocument =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'malformed'; readonly message: string };

/** What a program printed, and its exit code. */
export interface ProgramOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** A command as typed in a shell. */
export interface KubectlCommand {
  /** `kubectl apply -f web.yaml`, with quotes as a shell reads them. */
  readonly line: string;
  /** Texts by path, `manifests/web.yaml`. */
  readonly files: ReadonlyMap<string, string>;
  readonly stdin?: string;
  readonly env?: ReadonlyMap<string, string>;
  /** The namespace of those objects that name none. */
  readonly namespace: string;
  /** Whether the namespace counts as named on the command line, so that files must not name another. */
  readonly enforceNamespace?: boolean;
}

/** What a command came to. */
export interface RanCommand extends ProgramOutput {
  readonly cluster: Cluster;
  /** Every request for an object, in order. */
  readonly requests: readonly SentRequest[];
  /** The objects that a client-side apply went by, one for each object that it patched. */
  readonly applies: readonly ClientSideApply[];
  /** What helps where the command was refused; kubectl itself does not say it. */
  readonly hint?: string;
  /** What the command line calls a resource that the server does not have, and over which the command failed. */
  readonly unknownResource?: string;
}

/** A request that a command sent, and its answer. */
export interface SentRequest {
  readonly request: ApiRequest;
  readonly response: ApiResponse;
  readonly trace?: RequestTrace;
}

/** What a client-side apply compared, and the patch that it made of it. */
export interface ClientSideApply {
  /** The last-applied annotation as it stands; undefined where there is none. */
  readonly original: string | undefined;
  readonly modified: ValueMap;
  readonly current: ValueMap;
  /** Undefined where no patch could be made. */
  readonly patch: ValueMap | undefined;
  readonly patchType: 'strategic' | 'merge';
}
