/**
 * Entry point: what asks admission policies. Few clusters have one, so a page loads it, and the language of expressions
 * with it, where it meets one, and hands it to `provideAdmissionPolicies`; the entry point `whole` has done that.
 */
export { askMutating } from './policies/ask-mutating.ts';
export { askValidating } from './policies/ask-validating.ts';
export { askWebhookConditions } from './policies/webhook-conditions.ts';
