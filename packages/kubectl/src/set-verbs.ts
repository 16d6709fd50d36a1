import { dryRunFlag, fieldManagerFlag, fileFlags, printFlags, recordFlag, selectorFlag } from './flag-sets.ts';
import type { Flag } from './flags.ts';
import { runSetEnv } from './set-env.ts';
import { runSetImage } from './set-image.ts';
import { runSetResources } from './set-resources.ts';
import { runSetSelector } from './set-selector.ts';
import { runSetServiceAccount } from './set-service-account.ts';
import { runSetSubject } from './set-subject.ts';
import type { Verb } from './verb.ts';

const ownFlags: readonly Flag[] = [
  ...printFlags,
  dryRunFlag,
  { name: 'all', type: 'bool' },
  { name: 'local', type: 'bool' },
  fieldManagerFlag('kubectl-set'),
];
const setFlags: readonly Flag[] = [...fileFlags, ...ownFlags, selectorFlag];
const containersFlag: Flag = { name: 'containers', short: 'c', type: 'string', default: '*' };

/** The subcommands of `kubectl set`. Upstream: k8s.io/kubectl pkg/cmd/set. */
export const setVerbs: readonly Verb[] = [
  { name: 'set image', flags: [...setFlags, recordFlag], run: runSetImage },
  {
    name: 'set env',
    flags: [
      ...setFlags,
      containersFlag,
      { name: 'env', short: 'e', type: 'array' },
      { name: 'from', type: 'string', default: '' },
      { name: 'keys', type: 'list' },
      { name: 'list', type: 'bool' },
      { name: 'overwrite', type: 'bool', default: 'true' },
      { name: 'prefix', type: 'string', default: '' },
      { name: 'resolve', type: 'bool' },
    ],
    run: runSetEnv,
  },
  {
    name: 'set resources',
    flags: [
      ...setFlags,
      containersFlag,
      { name: 'limits', type: 'string', default: '' },
      { name: 'requests', type: 'string', default: '' },
      recordFlag,
    ],
    run: runSetResources,
  },
  {
    name: 'set selector',
    flags: [
      ...ownFlags,
      { name: 'filename', short: 'f', type: 'list' },
      { name: 'recursive', short: 'R', type: 'bool', default: 'true' },
      { name: 'resource-version', type: 'string', default: '' },
      recordFlag,
    ],
    run: runSetSelector,
  },
  {
    name: 'set subject',
    flags: [...setFlags, ...['group', 'serviceaccount', 'user'].map((name): Flag => ({ name, type: 'array' }))],
    run: runSetSubject,
  },
  { name: 'set serviceaccount', flags: [...fileFlags, ...ownFlags, recordFlag], run: runSetServiceAccount },
];
