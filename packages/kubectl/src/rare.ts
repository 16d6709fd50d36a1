/** Entry point: commands that few type, which are loaded when one of them is run. */
export { runApiResources, runApiVersions } from './rare/api-resources.ts';
export { runCertificate } from './rare/certificate.ts';
export { clientConfig, firstFailure } from './rare/client-config.ts';
export { runConfig } from './rare/config.ts';
export { runConfigWriting } from './rare/config-writing.ts';
export { runCreateToken } from './rare/create-token.ts';
export { runEvents } from './rare/events.ts';
export { runExplain } from './rare/explain-verb.ts';
export { runRaw } from './rare/raw.ts';
export { runRolloutStatus } from './rare/rollout-status.ts';
export { uncheckedProblems } from './rare/unchecked-problems.ts';
export { runVersion } from './rare/version-verb.ts';
