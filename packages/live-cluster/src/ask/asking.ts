import type { AdmittedDryRun, ObjectDifference, PredictedDryRun } from '@managed-fields/player';
import type { FrontRefusal } from '../front.ts';
import type { ClusterRequest, DryRunRequest } from '../request.ts';
import type { Refusal } from '../request-path.ts';
import type { WriteAnswer } from './compare.ts';

/** What came back of a request, or why nothing did. */
export type Reply =
  | ({ readonly kind: 'answered' } & WriteAnswer)
  | { readonly kind: 'unreached'; readonly message: string }
  | { readonly kind: 'too-large'; readonly bytes: number }
  | FrontRefusal
  | Refusal;

/** What asking needs from outside. */
export interface Asking {
  /** Sends a request; never rejects. */
  send(request: ClusterRequest): Promise<Reply>;
  /** How two objects differ by the type that the scenario's cluster knows; undefined where one is no object. */
  difference(left: string, right: string): Promise<ObjectDifference | undefined>;
  /** What the same request answers with admission as installed and objects of the cluster; undefined where nothing is known. */
  admitted(request: PredictedDryRun['request'], around: readonly string[]): Promise<AdmittedDryRun | undefined>;
  /** The OpenAPI documents that were read before, by the hash of their content; this adds to it. */
  readonly documents: Map<string, string>;
  /** `v1.36`, of the scenario. */
  readonly scenario: string;
  /** The release of the server; undefined where it did not say. */
  readonly cluster: string | undefined;
}

/** The request as `httpRequestOf` takes it. */
export function dryRunRequest({ request }: Pick<PredictedDryRun, 'request'>): DryRunRequest {
  return { kind: 'dry-run', ...request };
}
