import {
  deletionFlags,
  dryRunFlag,
  fieldManagerFlag,
  fileFlags,
  globalFlags,
  printFlags,
  pruneAllowlistFlag,
  recordFlag,
  selectorFlag,
  serverSideFlags,
  subresourceFlag,
  validateFlag,
} from './flag-sets.ts';
import { type Flag, type Flags, parseFlags } from './flags.ts';
import { kubectlCommand, subcommandOf } from './known-commands.ts';

/** The flags of `kubectl apply`, beside those that every command knows. */
export const applyFlags: readonly Flag[] = [
  ...fileFlags,
  ...printFlags,
  ...serverSideFlags,
  ...deletionFlags,
  { name: 'wait', type: 'bool' },
  dryRunFlag,
  validateFlag,
  selectorFlag,
  subresourceFlag,
  { name: 'all', type: 'bool' },
  { name: 'openapi-patch', type: 'bool', default: 'true' },
  { name: 'overwrite', type: 'bool', default: 'true' },
  { name: 'prune', type: 'bool' },
  pruneAllowlistFlag,
  { name: 'applyset', type: 'string', default: '', enabledBy: 'KUBECTL_APPLYSET' },
  fieldManagerFlag('kubectl-client-side-apply'),
  recordFlag,
];

const knownFlags = [...globalFlags, ...applyFlags];

/**
 * Reads the flags of a `kubectl apply` from its words, the program first, as `kubectl` reads them. Undefined for other
 * commands, for parts of apply such as `set-last-applied`, and for flags that kubectl refuses.
 */
export function readApply([program, ...words]: readonly string[]): Flags | undefined {
  if (program !== 'kubectl') return undefined;
  const parsed = parseFlags(words, knownFlags);
  if (parsed.kind === 'bad-flags') return undefined;
  const [name = '', part = ''] = parsed.flags.args;
  const apply = name === 'apply' ? subcommandOf(kubectlCommand, name) : undefined;
  return apply === undefined || subcommandOf(apply, part) !== undefined ? undefined : parsed.flags;
}
