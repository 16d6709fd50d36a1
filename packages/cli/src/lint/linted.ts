import type { ValueMap } from '@managed-fields/merge-engine';
import type { LintFinding } from '@managed-fields/survey';

/** A definition that was looked at. */
export interface LintedDefinition {
  /** `widgets.example.com` */
  readonly name: string;
  readonly file: string;
  readonly findings: readonly (LintFinding & { readonly line: number })[];
  /** Why a server would not take it; undefined where it would. */
  readonly refusal: string | undefined;
  readonly definition: ValueMap;
}
