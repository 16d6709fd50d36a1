import type { ObjectDifference } from '@managed-fields/player';
import type { UnreadAdmission } from '../admission/read-admission.ts';
import type { FrontReason } from '../front.ts';
import type { Refusal } from '../request-path.ts';
import type { AccessRule } from '../status.ts';
import type { WriteAnswer } from './compare.ts';
import type { Explanation } from './explain.ts';
import type { DifferenceRow } from './rows.ts';

/** How a prediction ended that was put to a server. */
export type AskOutcome =
  | { readonly kind: 'same'; readonly answer: WriteAnswer }
  | {
      readonly kind: 'differs';
      readonly answer: WriteAnswer;
      readonly rows: readonly ExplainedRow[];
      /** That of the predicted and the answered object; undefined where one of both is a refusal. */
      readonly difference: ObjectDifference | undefined;
      /** The mutating webhooks that the server calls for the request, all of the server where that is not known; empty where there are none. */
      readonly webhooks: readonly string[];
      /** What admission goes by and could not be read, so that it could not be played. */
      readonly unread: readonly UnreadAdmission[];
    }
  | { readonly kind: 'not-comparable'; readonly why: NotComparable };

/** A difference with what may explain it. */
export type ExplainedRow = DifferenceRow & { readonly explanations: readonly Explanation[] };

/**
 * Why a prediction says nothing about this server. `needs` is the id of the earlier step that would have written what is
 * wanting; undefined where no step of the scenario did.
 *
 * - `other-object`, `missing`, `exists`: the server's object is not that of the scenario; `now` is it, as JSON.
 * - `no-kind`, `no-namespace`: the server has no such kind, or namespace.
 * - `dry-run-unknown`: the server of this API does not say that it plays dry runs, so nothing was sent.
 * - `webhook`: a webhook has side effects, so the server plays no dry run; `message` is the server's.
 * - `moved`: the request names a resourceVersion or a uid that the object does not have (409 Conflict).
 * - `meanwhile`: somebody wrote the object between the question and the answer; asked again, it may be the same.
 * - `front`: the program that serves the page refused to hand the request on.
 * - `server`: an answer that is about the server and not the request, such as 401, 429 or 503.
 */
export type NotComparable =
  | {
      readonly code: 'other-object';
      readonly rows: readonly DifferenceRow[];
      readonly now: string;
      readonly needs: string | undefined;
    }
  | { readonly code: 'exists'; readonly now: string; readonly needs: string | undefined }
  | { readonly code: 'missing' | 'no-kind' | 'no-namespace'; readonly needs: string | undefined }
  | {
      readonly code: 'forbidden';
      readonly message: string;
      readonly rule: AccessRule | undefined;
      readonly role: string;
    }
  | { readonly code: 'dry-run-unknown' | 'unread' }
  | { readonly code: 'webhook' | 'moved' | 'unreached'; readonly message: string }
  | { readonly code: 'meanwhile'; readonly rows: readonly DifferenceRow[] }
  | { readonly code: 'server'; readonly status: number; readonly message: string }
  | { readonly code: 'too-large'; readonly bytes: number }
  | { readonly code: 'front'; readonly reason: FrontReason }
  | { readonly code: 'refused'; readonly refusal: Refusal };
