import { type ModuleName, NotLoaded } from '@managed-fields/api-server';
import type { Failure } from './failure.ts';
import type { Flags } from './flags.ts';
import type { Session } from './session.ts';

type Run = (session: Session, flags: Flags) => Failure | undefined;

/** Commands whose code is loaded when one of them is run, by the entry point that has them. */
export interface KubectlParts {
  readonly describe: { readonly runDescribe: Run; readonly runRolloutHistory: Run };
  readonly kustomize: {
    readonly runKustomize: Run;
    kustomized(session: Session, folder: string): string | Failure;
  };
  readonly rare: {
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
