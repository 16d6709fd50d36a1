import { runAnnotate } from './annotate.ts';
import { runApply } from './apply.ts';
import { runCreate } from './create-verb.ts';
import { runDelete } from './delete.ts';
import type { Failure } from './failure.ts';
import {
  dryRunFlag,
  fieldManagerFlag,
  fileFlags,
  printFlags,
  saveConfigFlag,
  selectorFlag,
  serverSideFlags,
  subresourceFlag,
  validateFlag,
} from './flag-sets.ts';
import type { Flag, Flags } from './flags.ts';
import { runGet } from './get.ts';
import { runLabel } from './label.ts';
import { runPatch } from './patch-verb.ts';
import { runReplace } from './replace-verb.ts';
import { runScale } from './scale-verb.ts';
import type { Session } from './session.ts';

/** A command of kubectl: its words, its flags, and what it does. */
export interface Verb {
  /** `apply`, `rollout restart`. */
  readonly name: string;
  readonly flags: readonly Flag[];
  /** Undefined where all went well; the exit code is 0 then, else 1 or what the failure says. */
  run(session: Session, flags: Flags): Failure | undefined;
}

const bool = (name: string, value?: 'true'): Flag => ({
  name,
  type: 'bool',
  ...(value === undefined ? {} : { default: value }),
});
const text = (name: string, value = ''): Flag => ({ name, type: 'string', default: value });

const allNamespacesFlag: Flag = { name: 'all-namespaces', short: 'A', type: 'bool' };
const deletionFlags: readonly Flag[] = [
  { name: 'cascade', type: 'string', default: 'background', bare: 'background' },
  { name: 'grace-period', type: 'int', default: '-1' },
  bool('force'),
  { name: 'timeout', type: 'duration', default: '0s' },
];

const allowlistFlag: Flag = { name: 'prune-allowlist', type: 'array' };

/** Every command that is played here, in the order in which kubectl lists its own. Upstream: k8s.io/kubectl pkg/cmd. */
export const verbs: readonly Verb[] = [
  {
    name: 'create',
    flags: [
      ...fileFlags,
      ...printFlags,
      dryRunFlag,
      validateFlag,
      saveConfigFlag,
      selectorFlag,
      bool('edit'),
      bool('windows-line-endings'),
      text('raw'),
      fieldManagerFlag('kubectl-create'),
    ],
    run: runCreate,
  },
  {
    name: 'get',
    flags: [
      ...fileFlags,
      ...printFlags,
      selectorFlag,
      subresourceFlag,
      allNamespacesFlag,
      { name: 'chunk-size', type: 'int', default: '500' },
      text('field-selector'),
      bool('ignore-not-found'),
      { name: 'label-columns', short: 'L', type: 'list' },
      bool('no-headers'),
      bool('output-watch-events'),
      text('raw'),
      bool('server-print', 'true'),
      bool('show-kind'),
      bool('show-labels'),
      text('sort-by'),
      { name: 'watch', short: 'w', type: 'bool' },
      bool('watch-only'),
    ],
    run: runGet,
  },
  {
    name: 'delete',
    flags: [
      ...fileFlags,
      ...deletionFlags,
      bool('wait', 'true'),
      bool('all'),
      allNamespacesFlag,
      dryRunFlag,
      text('field-selector'),
      bool('ignore-not-found'),
      { name: 'interactive', short: 'i', type: 'bool' },
      bool('now'),
      { name: 'output', short: 'o', type: 'string' },
      text('raw'),
      selectorFlag,
    ],
    run: runDelete,
  },
  {
    name: 'scale',
    flags: [
      ...fileFlags,
      ...printFlags,
      dryRunFlag,
      selectorFlag,
      bool('all'),
      { name: 'current-replicas', type: 'int', default: '-1' },
      { name: 'replicas', type: 'int', default: '0', required: true },
      text('resource-version'),
      { name: 'timeout', type: 'duration', default: '0s' },
    ],
    run: runScale,
  },
  {
    name: 'apply',
    flags: [
      ...fileFlags,
      ...printFlags,
      ...serverSideFlags,
      ...deletionFlags,
      bool('wait'),
      dryRunFlag,
      validateFlag,
      selectorFlag,
      subresourceFlag,
      bool('all'),
      bool('openapi-patch', 'true'),
      bool('overwrite', 'true'),
      bool('prune'),
      allowlistFlag,
      text('applyset'),
      fieldManagerFlag('kubectl-client-side-apply'),
    ],
    run: runApply,
  },
  {
    name: 'patch',
    flags: [
      ...fileFlags,
      ...printFlags,
      dryRunFlag,
      subresourceFlag,
      bool('local'),
      { name: 'patch', short: 'p', type: 'string' },
      text('patch-file'),
      text('type', 'strategic'),
      fieldManagerFlag('kubectl-patch'),
    ],
    run: runPatch,
  },
  {
    name: 'replace',
    flags: [
      ...fileFlags,
      ...printFlags,
      ...deletionFlags,
      bool('wait'),
      dryRunFlag,
      validateFlag,
      saveConfigFlag,
      subresourceFlag,
      text('raw'),
      fieldManagerFlag('kubectl-replace'),
    ],
    run: runReplace,
  },
  ...[
    { name: 'label', run: runLabel },
    { name: 'annotate', run: runAnnotate },
  ].map(
    ({ name, run }): Verb => ({
      name,
      flags: [
        ...fileFlags,
        ...printFlags,
        dryRunFlag,
        selectorFlag,
        bool('all'),
        allNamespacesFlag,
        text('field-selector'),
        bool('list'),
        bool('local'),
        bool('overwrite'),
        text('resource-version'),
        fieldManagerFlag(`kubectl-${name}`),
      ],
      run,
    }),
  ),
];
