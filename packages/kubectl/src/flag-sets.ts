import type { Flag } from './flags.ts';

/** The flags that every command knows. Upstream: k8s.io/cli-runtime pkg/genericclioptions/config_flags.go; kubectl pkg/cmd/cmd.go. */
export const globalFlags: readonly Flag[] = [
  { name: 'namespace', short: 'n', type: 'string' },
  { name: 'kubeconfig', type: 'string' },
  { name: 'context', type: 'string' },
  { name: 'cluster', type: 'string' },
  { name: 'user', type: 'string' },
  { name: 'server', short: 's', type: 'string' },
  { name: 'token', type: 'string' },
  { name: 'as', type: 'string' },
  { name: 'as-uid', type: 'string' },
  { name: 'as-group', type: 'array' },
  { name: 'as-user-extra', type: 'array', since: 'impersonatedExtra' },
  { name: 'insecure-skip-tls-verify', type: 'bool' },
  { name: 'certificate-authority', type: 'string' },
  { name: 'client-certificate', type: 'string' },
  { name: 'client-key', type: 'string' },
  { name: 'tls-server-name', type: 'string' },
  { name: 'request-timeout', type: 'string', default: '0' },
  { name: 'cache-dir', type: 'string' },
  { name: 'disable-compression', type: 'bool' },
  { name: 'warnings-as-errors', type: 'bool' },
  { name: 'match-server-version', type: 'bool' },
  { name: 'username', type: 'string' },
  { name: 'password', type: 'string' },
  { name: 'kuberc', type: 'string', unplayed: true, enabledBy: 'KUBECTL_KUBERC', since: 'kuberc' },
  { name: 'profile', type: 'string', default: 'none' },
  { name: 'profile-output', type: 'string', default: 'profile.pprof' },
  { name: 'log-flush-frequency', type: 'interval', default: '5s' },
  { name: 'v', short: 'v', type: 'level' },
  { name: 'vmodule', type: 'levels' },
  { name: 'help', short: 'h', type: 'bool' },
];

/** `-f`, `-k`, `-R`. */
export const fileFlags: readonly Flag[] = [
  { name: 'filename', short: 'f', type: 'list' },
  { name: 'kustomize', short: 'k', type: 'string' },
  { name: 'recursive', short: 'R', type: 'bool' },
];

/** `-o` and the flags that belong to it. */
export const printFlags: readonly Flag[] = [
  { name: 'output', short: 'o', type: 'string' },
  { name: 'template', type: 'string' },
  { name: 'allow-missing-template-keys', type: 'bool', default: 'true' },
  { name: 'show-managed-fields', type: 'bool' },
];

export const dryRunFlag: Flag = { name: 'dry-run', type: 'string', default: 'none', bare: 'unchanged' };
export const validateFlag: Flag = { name: 'validate', type: 'string', default: 'strict', bare: 'strict' };
export const selectorFlag: Flag = { name: 'selector', short: 'l', type: 'string' };
export const subresourceFlag: Flag = { name: 'subresource', type: 'string' };
/** `--record`, by which a command names itself in an annotation. */
export const recordFlag: Flag = {
  name: 'record',
  type: 'bool',
  deprecated: '--record will be removed in the future',
  unplayed: true,
};
export const saveConfigFlag: Flag = { name: 'save-config', type: 'bool' };

/** `--field-manager`, whose default is the manager of the command. */
export function fieldManagerFlag(manager: string): Flag {
  return { name: 'field-manager', type: 'string', default: manager };
}

/** The flags of commands that delete objects, or replace them by deleting: `--cascade`, `--force`. */
export const deletionFlags: readonly Flag[] = [
  { name: 'cascade', type: 'string', default: 'background', bare: 'background' },
  { name: 'grace-period', type: 'int', default: '-1' },
  { name: 'force', type: 'bool' },
  { name: 'timeout', type: 'duration', default: '0s' },
];

/** `--prune-allowlist`, the kinds that `--prune` deletes. */
export const pruneAllowlistFlag: Flag = { name: 'prune-allowlist', type: 'array' };

/** `--server-side` and `--force-conflicts`. */
export const serverSideFlags: readonly Flag[] = [
  { name: 'server-side', type: 'bool' },
  { name: 'force-conflicts', type: 'bool' },
];
