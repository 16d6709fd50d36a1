import { dryRunFlag, fieldManagerFlag, fileFlags, printFlags, selectorFlag } from './flag-sets.ts';
import { part } from './parts.ts';
import { runRolloutPause, runRolloutRestart, runRolloutResume } from './rollout.ts';
import { runRolloutUndo } from './rollout-undo.ts';
import type { Verb } from './verb.ts';

/** The subcommands of `kubectl rollout` that are played. Upstream: k8s.io/kubectl pkg/cmd/rollout. */
export const rolloutVerbs: readonly Verb[] = [
  ...[
    { name: 'rollout restart', run: runRolloutRestart },
    { name: 'rollout pause', run: runRolloutPause },
    { name: 'rollout resume', run: runRolloutResume },
  ].map(
    ({ name, run }): Verb => ({
      name,
      flags: [...fileFlags, ...printFlags, selectorFlag, fieldManagerFlag('kubectl-rollout')],
      run,
    }),
  ),
  {
    name: 'rollout undo',
    flags: [...fileFlags, ...printFlags, dryRunFlag, selectorFlag, { name: 'to-revision', type: 'int', default: '0' }],
    run: runRolloutUndo,
  },
  {
    name: 'rollout history',
    flags: [...fileFlags, ...printFlags, selectorFlag, { name: 'revision', type: 'int', default: '0' }],
    run: (session, flags) => part('describe').runRolloutHistory(session, flags),
  },
  {
    name: 'rollout status',
    flags: [
      ...fileFlags,
      selectorFlag,
      { name: 'revision', type: 'int', default: '0' },
      { name: 'timeout', type: 'duration', default: '0s' },
      { name: 'watch', short: 'w', type: 'bool', default: 'true' },
    ],
    run: (session, flags) => part('rare').runRolloutStatus(session, flags),
  },
];
