import { NotLoaded } from '@managed-fields/api-server';
import type * as code from './policies.ts';

/** What asks admission policies, with the language of their expressions: the entry point `policies`. */
export type AdmissionPolicies = typeof code;

let provided: AdmissionPolicies | undefined;

/** Gives the plugins the entry point `policies`, once for all clusters; undefined takes it away, for tests. */
export function provideAdmissionPolicies(given: AdmissionPolicies | undefined): void {
  provided = given;
}

/** Whether the plugins have the code that asks policies. */
export function hasAdmissionPolicies(): boolean {
  return provided !== undefined;
}

/** The code that asks policies. Where nobody provided it, the computation is left (`attempt`). */
export function admissionPolicies(): AdmissionPolicies {
  if (provided === undefined) throw new NotLoaded(['admission-policies']);
  return provided;
}
