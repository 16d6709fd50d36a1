import { runAnnotate } from './annotate.ts';
import { runApply } from './apply.ts';
import { applyFlags } from './apply-flags.ts';
import { runAutoscale } from './autoscale.ts';
import { runCanI } from './can-i.ts';
import { configVerbs } from './config-verbs.ts';
import { runCordon, runUncordon } from './cordon.ts';
import { createVerbs } from './create/create-verbs.ts';
import { runCreate } from './create-verb.ts';
import { runDelete } from './delete.ts';
import { runDiff } from './diff.ts';
import { runEdit, runEditLastApplied } from './edit.ts';
import { runExpose } from './expose.ts';
import {
  deletionFlags,
  dryRunFlag,
  fieldManagerFlag,
  fileFlags,
  printFlags,
  pruneAllowlistFlag,
  recordFlag,
  saveConfigFlag,
  selectorFlag,
  serverSideFlags,
  subresourceFlag,
  validateFlag,
} from './flag-sets.ts';
import type { Flag } from './flags.ts';
import { runGet } from './get.ts';
import { kustomizeFlags } from './kustomize-flags.ts';
import { runLabel } from './label.ts';
import { runSetLastApplied, runViewLastApplied } from './last-applied-verbs.ts';
import { overrideFlags } from './overrides.ts';
import { part } from './parts.ts';
import { runPatch } from './patch-verb.ts';
import { runReplace } from './replace-verb.ts';
import { rolloutVerbs } from './rollout-verbs.ts';
import { runRun } from './run-verb.ts';
import { runScale } from './scale-verb.ts';
import { setVerbs } from './set-verbs.ts';
import { runTaint } from './taint.ts';
import type { Verb } from './verb.ts';
import { runWait } from './wait-verb.ts';
import { runWhoami } from './whoami.ts';

const bool = (name: string, value?: 'true'): Flag => ({
  name,
  type: 'bool',
  ...(value === undefined ? {} : { default: value }),
});
const unplayedBool = (name: string): Flag => ({ name, type: 'bool', unplayed: true });
const text = (name: string, value = ''): Flag => ({ name, type: 'string', default: value });

const ignoredByRun = {
  deprecated: 'it is ignored by kubectl run and will be removed in a future release',
  shortDeprecated: true,
  deprecatedSince: 'runWithoutGenerators',
} as const;
const allNamespacesFlag: Flag = { name: 'all-namespaces', short: 'A', type: 'bool' };
/**
 * The commands that are implemented here, in the order in which kubectl lists its own. Upstream: k8s.io/kubectl
 * pkg/cmd.
 */
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
      recordFlag,
    ],
    run: runCreate,
  },
  ...createVerbs,
  {
    name: 'explain',
    flags: [
      { name: 'recursive', short: 'R', type: 'bool', shortSince: 'explainedDownByLetter' },
      text('api-version'),
      { name: 'output', short: 'o', type: 'string', default: 'plaintext' },
      { name: 'max-depth', type: 'int', default: '0', since: 'explainedDepth' },
    ],
    run: (session, flags) =>
      part('rare', [`descriptions/v1.${session.catalog.minor ?? 36}`]).runExplain(session, flags),
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
      recordFlag,
    ],
    run: runScale,
  },
  {
    name: 'apply',
    flags: applyFlags,
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
      recordFlag,
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
        recordFlag,
      ],
      run,
    }),
  ),
  {
    name: 'apply set-last-applied',
    flags: [...printFlags, dryRunFlag, bool('create-annotation'), { name: 'filename', short: 'f', type: 'list' }],
    run: runSetLastApplied,
  },
  {
    name: 'apply view-last-applied',
    flags: [...fileFlags, selectorFlag, bool('all'), { name: 'output', short: 'o', type: 'string', default: 'yaml' }],
    run: runViewLastApplied,
  },
  {
    name: 'apply edit-last-applied',
    flags: [
      ...fileFlags,
      ...printFlags,
      validateFlag,
      bool('windows-line-endings'),
      fieldManagerFlag('kubectl-client-side-apply'),
      recordFlag,
    ],
    run: runEditLastApplied,
  },
  {
    name: 'edit',
    flags: [
      ...fileFlags,
      ...printFlags,
      validateFlag,
      saveConfigFlag,
      subresourceFlag,
      bool('output-patch'),
      bool('windows-line-endings'),
      fieldManagerFlag('kubectl-edit'),
      recordFlag,
    ],
    run: runEdit,
  },
  {
    name: 'diff',
    exitOffset: 1,
    flags: [
      ...fileFlags,
      ...serverSideFlags,
      selectorFlag,
      { name: 'concurrency', type: 'int', default: '1' },
      bool('prune'),
      pruneAllowlistFlag,
      bool('show-managed-fields'),
      { ...bool('show-secrets'), since: 'secretsInDiffs' },
      fieldManagerFlag('kubectl-client-side-apply'),
    ],
    run: runDiff,
  },
  {
    name: 'autoscale',
    flags: [
      ...fileFlags,
      ...printFlags,
      dryRunFlag,
      saveConfigFlag,
      { ...text('cpu'), since: 'targetsOfScalers' },
      {
        name: 'cpu-percent',
        type: 'int32',
        default: '-1',
        deprecated:
          "Use --cpu with percentage or resource quantity format (e.g., '70%' for utilization or '500m' for milliCPU).",
        deprecatedSince: 'targetsOfScalers',
      },
      { name: 'max', type: 'int32', default: '-1', required: true },
      { ...text('memory'), since: 'targetsOfScalers' },
      { name: 'min', type: 'int32', default: '-1' },
      text('name'),
      fieldManagerFlag('kubectl-autoscale'),
      recordFlag,
    ],
    run: runAutoscale,
  },
  ...setVerbs,
  ...rolloutVerbs,
  {
    name: 'run',
    flags: [
      ...fileFlags.map((flag): Flag => (flag.name === 'filename' ? { ...flag, ...ignoredByRun } : flag)),
      ...deletionFlags,
      ...printFlags,
      ...overrideFlags,
      bool('wait'),
      { name: 'annotations', type: 'array' },
      unplayedBool('attach'),
      bool('command'),
      { ...text('detach-keys', 'ctrl-p,ctrl-q'), unplayed: true, since: 'detachKeys' },
      dryRunFlag,
      { name: 'env', type: 'array' },
      bool('expose'),
      { ...text('image'), required: true },
      text('image-pull-policy'),
      { ...text('labels'), short: 'l' },
      unplayedBool('leave-stdin-open'),
      { name: 'pod-running-timeout', type: 'duration', default: '1m0s' },
      text('port'),
      bool('privileged'),
      { name: 'quiet', short: 'q', type: 'bool' },
      text('restart', 'Always'),
      unplayedBool('rm'),
      saveConfigFlag,
      { ...unplayedBool('stdin'), short: 'i' },
      { ...unplayedBool('tty'), short: 't' },
      fieldManagerFlag('kubectl-run'),
      recordFlag,
    ],
    run: runRun,
  },
  {
    name: 'expose',
    flags: [
      ...fileFlags,
      ...printFlags,
      ...overrideFlags,
      dryRunFlag,
      saveConfigFlag,
      ...['cluster-ip', 'external-ip', 'load-balancer-ip', 'name', 'port', 'protocol', 'selector'].map((name) =>
        text(name),
      ),
      ...['session-affinity', 'target-port', 'type'].map((name) => text(name)),
      { ...text('labels'), short: 'l' },
      fieldManagerFlag('kubectl-expose'),
      recordFlag,
    ],
    run: runExpose,
  },
  { name: 'cordon', flags: [dryRunFlag, selectorFlag], run: runCordon },
  { name: 'uncordon', flags: [dryRunFlag, selectorFlag], run: runUncordon },
  {
    name: 'taint',
    flags: [
      ...printFlags,
      dryRunFlag,
      validateFlag,
      selectorFlag,
      bool('all'),
      bool('overwrite'),
      fieldManagerFlag('kubectl-taint'),
    ],
    run: runTaint,
  },
  {
    name: 'auth can-i',
    flags: [
      allNamespacesFlag,
      bool('list'),
      bool('no-headers'),
      { name: 'quiet', short: 'q', type: 'bool' },
      text('subresource'),
    ],
    run: runCanI,
  },
  {
    name: 'describe',
    flags: [
      ...fileFlags,
      selectorFlag,
      allNamespacesFlag,
      { name: 'chunk-size', type: 'int', default: '500' },
      bool('show-events', 'true'),
    ],
    run: (session, flags) => part('describe').runDescribe(session, flags),
  },
  {
    name: 'wait',
    flags: [
      ...fileFlags.filter(({ name }) => name === 'filename'),
      { name: 'recursive', short: 'R', type: 'bool', default: 'true' },
      ...printFlags,
      selectorFlag,
      bool('all'),
      allNamespacesFlag,
      text('field-selector'),
      { name: 'for', type: 'array' },
      bool('local'),
      { name: 'timeout', type: 'duration', default: '30s' },
    ],
    run: runWait,
  },
  {
    name: 'kustomize',
    flags: kustomizeFlags,
    run: (session, flags) => part('kustomize').runKustomize(session, flags),
  },
  ...(['approve', 'deny'] as const).map(
    (name): Verb => ({
      name: `certificate ${name}`,
      flags: [...fileFlags, ...printFlags, bool('force')],
      run: (session, flags) => part('rare').runCertificate(name)(session, flags),
    }),
  ),
  {
    name: 'events',
    flags: [
      ...printFlags,
      allNamespacesFlag,
      { name: 'chunk-size', type: 'int', default: '500' },
      text('for'),
      bool('no-headers'),
      { name: 'types', type: 'list' },
      { ...bool('watch'), short: 'w' },
    ],
    run: (session, flags) => part('rare').runEvents(session, flags),
  },
  {
    name: 'create token',
    flags: [
      ...printFlags,
      { name: 'audience', type: 'array' },
      { name: 'duration', type: 'duration', default: '0s' },
      text('bound-object-kind'),
      text('bound-object-name'),
      text('bound-object-uid'),
    ],
    run: (session, flags) => part('rare').runCreateToken(session, flags),
  },
  ...configVerbs,
  { name: 'auth whoami', flags: printFlags, run: runWhoami },
  {
    name: 'version',
    flags: [bool('client'), { name: 'output', short: 'o', type: 'string' }],
    run: (session, flags) => part('rare').runVersion(session, flags),
  },
  { name: 'api-versions', flags: [], run: (session, flags) => part('rare').runApiVersions(session, flags) },
  {
    name: 'api-resources',
    flags: [
      text('api-group'),
      bool('cached'),
      { name: 'categories', type: 'list' },
      bool('namespaced', 'true'),
      bool('no-headers'),
      { name: 'output', short: 'o', type: 'string' },
      { ...bool('show-managed-fields'), since: 'resourcesInAllFormats' },
      text('sort-by'),
      { name: 'verbs', type: 'list' },
    ],
    run: (session, flags) => part('rare').runApiResources(session, flags),
  },
];
