import type { Decision, ReadNamespace, Strategy, Surroundings, User, Wish } from '@managed-fields/api-server';
import type { FieldError, ValueMap } from '@managed-fields/merge-engine';
import type { PlayedVersion } from '../versions.ts';
import type { Errors, MinorsHeld } from './errors.ts';

/**
 * The complaints and warnings of a kind, in the server's words.
 * Upstream: the strategies in k8s.io/kubernetes pkg/registry, which call pkg/apis' validation.
 */
export interface KindChecks {
  /** What fails before anything is validated. */
  readonly fails?: NonNullable<Strategy['fails']>;
  /** Complaints about a new object; `namespace` reads the Namespace that it is in. */
  validate?(object: ValueMap, namespace?: ReadNamespace, dryRun?: boolean): Errors;
  /** Complaints about a change. */
  validateUpdate?(object: ValueMap, old: ValueMap, dryRun?: boolean): Errors;
  /** The versions in which a change gets the complaints about a new object as well, before its own. */
  readonly createErrorsOnUpdate?: MinorsHeld;
  /** Complaints about a change through a subresource other than scale; `now` is the time of the request, RFC 3339. */
  validateSubresource?(
    object: ValueMap,
    old: ValueMap,
    subresource: string,
    namespace: ReadNamespace | undefined,
    now: string,
  ): Errors;
  /** Warnings about a new object; `sent` is the object before the server prepared it. */
  warn?(object: ValueMap, version: PlayedVersion): readonly string[];
  /** Warnings about a new object as it was sent, which come before it is validated. */
  warnPrepared?(sent: ValueMap): readonly string[];
  /** Warnings about a change; absent: those about a new object. */
  warnUpdate?(object: ValueMap, old: ValueMap, version: PlayedVersion): readonly string[];
  /** Warnings about a change through a subresource other than scale. */
  warnSubresource?(object: ValueMap, old: ValueMap, subresource: string): readonly string[];
  /** What a new one is answered with, where none is stored. */
  readonly answer?: NonNullable<Strategy['answer']>;
  /** What whoever writes one may not grant. */
  readonly deniedGrant?: NonNullable<Strategy['deniedGrant']>;
  /** Complaints that whoever writes one may not read what it refers to, or not sign it. */
  readonly deniedReads?: NonNullable<Strategy['deniedReads']>;
}

/** The checks of all built-in kinds, and how a version words what they complain about. */
export interface Checks {
  /** The checks of a kind, whatever its version; undefined where there are none. */
  find(group: string, kind: string): KindChecks | undefined;
  /** Complaints with what a version shows of values of the types that the server works on. */
  shown(version: PlayedVersion, errors: Errors): readonly FieldError[];
  /** Warnings without those that a version no longer gives. */
  warned(version: PlayedVersion, warnings: readonly string[]): readonly string[];
  /** Complaints about a custom resource (`custom`) or another object, in the words of a version. */
  worded(version: PlayedVersion, errors: readonly FieldError[], custom: boolean): readonly FieldError[];
  /** Whether roles allow somebody something. */
  authorize(wish: Wish, user: User, stored: Pick<Surroundings, 'objects' | 'minor'>): Decision;
}
