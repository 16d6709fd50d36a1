import type { ApiRequest, ApiResponse, Cluster, RequestTrace } from '@managed-fields/api-server';
import type { Value, ValueMap } from '@managed-fields/merge-engine';
import type { Unplayed } from './unplayed.ts';

/** The functions that the caller of a command provides: reading and printing YAML, the editor, the diff program. */
export interface KubectlHost {
  /** The release of kubectl, `v1.36.3`. */
  readonly release: string;
  /** Reads the documents of a file in order, without empty ones. */
  read(text: string): readonly ReadDocument[];
  /** Reads the documents of a file as kustomize does, whose reader has other booleans. */
  readCore(text: string): readonly ReadDocument[];
  /** Prints a value as `kubectl get -o yaml` does, with the last line break. */
  printYaml(value: Value): string;
  /**
   * Returns the text as the user edited it; undefined where nobody did, so that it stays. Absent: commands that open an
   * editor fail.
   */
  edit?(text: string): string | undefined;
  /** Runs the diff program on two sets of files, by name. Absent: `unifiedDiff`. */
  diff?(live: ReadonlyMap<string, string>, merged: ReadonlyMap<string, string>): ProgramOutput;
}

/**
 * A document of a file, or the error of reading it in the reader's words. `twice` is a key that a map of it has twice, `odd`
 * one that is no text; a map as a key leaves no value. `plainNotes` are the annotations that are numbers and the like and were read as the texts
 * that stand there; `nullNotes` are those that are null, with what stands there. `plainLabels` are the labels that are no
 * texts, with what stands there.
 */
export type ReadDocument =
  | {
      readonly kind: 'value';
      readonly value: Value;
      /** The text of a document that is JSON, which is not written anew before it is decoded. */
      readonly json?: string;
      readonly twice?: string;
      readonly odd?: string;
      readonly plainNotes?: readonly string[];
      readonly nullNotes?: ReadonlyMap<string, string>;
      readonly plainLabels?: ReadonlyMap<string, string>;
    }
  | {
      readonly kind: 'malformed';
      readonly message: string;
      /** What is said of it in a file of objects, where that is something else. */
      readonly stream?: string;
    };

/** What a program printed, and its exit code. */
export interface ProgramOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** What is typed into a shell, with its files. */
export interface KubectlCommand {
  /** `kubectl apply -f web.yaml`, or several commands, as a shell reads them. */
  readonly line: string;
  /** Texts by path, `manifests/web.yaml`. */
  readonly files: ReadonlyMap<string, string>;
  readonly stdin?: string;
  readonly env?: ReadonlyMap<string, string>;
  /** The namespace of objects that name none. */
  readonly namespace: string;
  /** Whether the namespace counts as named on the command line, so that files with another one are refused. */
  readonly enforceNamespace?: boolean;
}

/** The result of one command. */
export interface RanCommand extends ProgramOutput {
  readonly cluster: Cluster;
  /** Every request for an object, in order. */
  readonly requests: readonly SentRequest[];
  /** The comparisons of client-side apply, one for each object that it patched. */
  readonly applies: readonly ClientSideApply[];
  /** A hint where the command was refused; kubectl itself does not print it. */
  readonly hint?: string;
  /** The argument that names a resource which the server does not have, and which made the command fail. */
  readonly unknownResource?: string;
  /** What a shell or kubectl would have done now and is not played here; nothing is printed about that. */
  readonly unplayed?: Unplayed;
  /** The files that it looked for and that are not there; `-` for a standard input that nobody gave. */
  readonly missing: readonly string[];
  /** Whether it read its standard input. */
  readonly readInput: boolean;
  /** The text that the editor showed first, where the command opened one. */
  readonly opened?: string;
  /** The files that it wrote, or that the redirections of a line did. */
  readonly written: ReadonlyMap<string, string>;
}

/** The result of a command line. */
export interface RanLine extends RanCommand {
  /** What was printed by each of the commands that ran one after the other. */
  readonly outputs: readonly ProgramOutput[];
  /** The variables in the line, which stay as they are written: `$NAME`. */
  readonly variables: readonly string[];
}

/** A request that a command sent, and its answer. */
export interface SentRequest {
  readonly request: ApiRequest;
  readonly response: ApiResponse;
  readonly trace?: RequestTrace;
}

/** The three objects that a client-side apply compared, and the patch that it made. */
export interface ClientSideApply {
  /** The text of the last-applied annotation; undefined where there is none. */
  readonly original: string | undefined;
  readonly modified: ValueMap;
  readonly current: ValueMap;
  /** Undefined where no patch could be made. */
  readonly patch: ValueMap | undefined;
  readonly patchType: 'strategic' | 'merge';
}
