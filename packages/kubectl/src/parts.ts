import { type ModuleName, NotLoaded } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';
import type { Failure } from './failure.ts';
import type { Flags } from './flags.ts';
import type { Impersonation } from './options.ts';
import type { Session } from './session.ts';

type Run = (session: Session, flags: Flags) => Failure | undefined;

/** A command by its name, with the flags that it has besides those of all commands. */
export interface CalledVerb {
  readonly name: string;
  readonly flags: readonly { readonly name: string }[];
}

/** What a kubeconfig says that commands do. */
export interface ClientConfig {
  readonly kind: 'client';
  /** The namespace of what names none, where the command line names none either; undefined without a kubeconfig. */
  readonly namespace?: string;
  readonly impersonation: Impersonation;
}

/** Why a command cannot connect, and whether it finds that out when it does, after much of what it checks of its line. */
export interface Unusable {
  readonly kind: 'unusable';
  readonly failure: Failure;
  readonly isLate: boolean;
}

/** Commands whose code is loaded when one of them is run, by the entry point that has them. */
export interface KubectlParts {
  readonly describe: { readonly runDescribe: Run; readonly runRolloutHistory: Run };
  readonly kustomize: {
    readonly runKustomize: Run;
    kustomized(session: Session, folder: string): string | Failure;
  };
  readonly rare: {
    readonly clientConfig: (session: Session, verb: CalledVerb, flags: Flags) => ClientConfig | Unusable;
    readonly firstFailure: (
      verb: CalledVerb,
      unusable: Unusable,
      own: Failure | undefined,
      hasAsked: boolean,
    ) => Failure;
    readonly runApiResources: Run;
    readonly runApiVersions: Run;
    readonly runCertificate: (command: 'approve' | 'deny') => Run;
    readonly runConfig: (command: string) => Run;
    readonly runConfigWriting: (command: string) => Run;
    readonly runCreateToken: Run;
    readonly runEvents: Run;
    readonly runExplain: Run;
    readonly runRaw: (method: 'GET' | 'POST' | 'PUT' | 'DELETE') => Run;
    readonly runRolloutStatus: Run;
    readonly runVersion: Run;
    uncheckedProblems(
      session: Session,
      value: ValueMap,
      validated: 'Strict' | 'Warn',
      json: string | undefined,
    ): readonly string[];
  };
}

/** What a part needs: a description looks for events by their fields, a token is asked for by a request that few send. */
const needed = {
  describe: ['kubectl-describe', 'rare-requests'],
  kustomize: ['kubectl-kustomize'],
  rare: ['kubectl-rare', 'rare-requests'],
} as const;

/** The parts that are put in place, or taken away. */
export type GivenParts = { readonly [Name in keyof KubectlParts]?: KubectlParts[Name] | undefined };

const provided: GivenParts = {};

/** Puts parts in place, beside those that are there; undefined takes one away, for tests. */
export function provideKubectlParts(given: GivenParts): void {
  Object.assign(provided, given);
}

/** Whether a part is loaded. */
export function hasKubectlPart(name: keyof KubectlParts): boolean {
  return provided[name] !== undefined;
}

/**
 * A part. Where it is not loaded, the computation is left (`attempt` of `api-server`); `beside` is what it will ask for then.
 */
export function part<Name extends keyof KubectlParts>(
  name: Name,
  beside: readonly ModuleName[] = [],
): KubectlParts[Name] {
  const found = provided[name];
  if (found === undefined) throw new NotLoaded([...needed[name], ...beside]);
  return found;
}
