import * as baseline from './baseline.ts';
import type { Check, CheckedPod, Violation } from './check.ts';
import type { Level } from './policy.ts';
import * as restricted from './restricted.ts';

/** A check from a minor version of the policy on, instead of the one before it. */
interface Revision {
  readonly from: number;
  readonly check: Check;
  /** Ids of checks of the level `baseline` that this one makes superfluous. */
  readonly overrides?: readonly string[];
}

/** A check through all versions of the policy. Upstream: policy/checks.go Check. */
interface Rule {
  readonly id: string;
  readonly level: 'baseline' | 'restricted';
  readonly revisions: readonly Revision[];
}

const sysctls = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
];
const sysctls27 = [...sysctls, 'net.ipv4.ip_local_reserved_ports'];
const sysctls29 = [
  ...sysctls27,
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
];
const sysctls32 = [...sysctls29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem'];
const sysctls37 = [...sysctls32, 'net.ipv4.tcp_slow_start_after_idle', 'net.ipv4.tcp_notsent_lowat'];

/**
 * All checks in the order in which they complain: those of `baseline`, then those of `restricted`, each by id.
 * Upstream: pod-security-admission policy/check_*.go of v1.37, policy/registry.go populate.
 */
const rules: readonly Rule[] = [
  { id: 'appArmorProfile', level: 'baseline', revisions: [{ from: 0, check: baseline.appArmorProfile }] },
  { id: 'capabilities_baseline', level: 'baseline', revisions: [{ from: 0, check: baseline.capabilitiesBaseline }] },
  { id: 'hostNamespaces', level: 'baseline', revisions: [{ from: 0, check: baseline.hostNamespaces }] },
  { id: 'hostPathVolumes', level: 'baseline', revisions: [{ from: 0, check: baseline.hostPathVolumes }] },
  { id: 'hostPorts', level: 'baseline', revisions: [{ from: 0, check: baseline.hostPorts }] },
  {
    id: 'hostProbesAndHostLifecycle',
    level: 'baseline',
    revisions: [{ from: 34, check: baseline.hostProbesAndHostLifecycle }],
  },
  { id: 'privileged', level: 'baseline', revisions: [{ from: 0, check: baseline.privileged }] },
  {
    id: 'procMount',
    level: 'baseline',
    revisions: [
      { from: 0, check: baseline.procMount },
      { from: 35, check: baseline.unlessOwnUsers(baseline.procMount) },
    ],
  },
  {
    id: 'seLinuxOptions',
    level: 'baseline',
    revisions: [
      { from: 0, check: baseline.seLinuxOptions },
      { from: 31, check: baseline.seLinuxOptionsWithEngine },
    ],
  },
  {
    id: 'seccompProfile_baseline',
    level: 'baseline',
    revisions: [
      { from: 0, check: baseline.seccompAnnotations },
      { from: 19, check: baseline.seccompProfile },
    ],
  },
  {
    id: 'sysctls',
    level: 'baseline',
    revisions: [
      { from: 0, check: baseline.sysctlsBut(sysctls) },
      { from: 27, check: baseline.sysctlsBut(sysctls27) },
      { from: 29, check: baseline.sysctlsBut(sysctls29) },
      { from: 32, check: baseline.sysctlsBut(sysctls32) },
      { from: 37, check: baseline.sysctlsBut(sysctls37) },
    ],
  },
  { id: 'windowsHostProcess', level: 'baseline', revisions: [{ from: 0, check: baseline.windowsHostProcess }] },
  {
    id: 'allowPrivilegeEscalation',
    level: 'restricted',
    revisions: [
      { from: 8, check: restricted.allowPrivilegeEscalation },
      { from: 25, check: restricted.unlessWindows(restricted.allowPrivilegeEscalation) },
    ],
  },
  {
    id: 'capabilities_restricted',
    level: 'restricted',
    revisions: [
      { from: 22, check: restricted.capabilitiesRestricted, overrides: ['capabilities_baseline'] },
      {
        from: 25,
        check: restricted.unlessWindows(restricted.capabilitiesRestricted),
        overrides: ['capabilities_baseline'],
      },
    ],
  },
  {
    id: 'procMount_restricted',
    level: 'restricted',
    revisions: [{ from: 35, check: baseline.procMount, overrides: ['procMount'] }],
  },
  {
    id: 'restrictedVolumes',
    level: 'restricted',
    revisions: [{ from: 0, check: restricted.restrictedVolumes, overrides: ['hostPathVolumes'] }],
  },
  {
    id: 'runAsNonRoot',
    level: 'restricted',
    revisions: [
      { from: 0, check: restricted.runAsNonRoot },
      { from: 35, check: baseline.unlessOwnUsers(restricted.runAsNonRoot) },
    ],
  },
  {
    id: 'runAsUser',
    level: 'restricted',
    revisions: [
      { from: 23, check: restricted.runAsUser },
      { from: 35, check: baseline.unlessOwnUsers(restricted.runAsUser) },
    ],
  },
  {
    id: 'seccompProfile_restricted',
    level: 'restricted',
    revisions: [
      { from: 19, check: restricted.seccompRestricted, overrides: ['seccompProfile_baseline'] },
      {
        from: 25,
        check: restricted.unlessWindows(restricted.seccompRestricted),
        overrides: ['seccompProfile_baseline'],
      },
    ],
  },
];

/**
 * What a level of the policy, as it is in a minor version, finds wrong with a Pod.
 * Upstream: policy/registry.go EvaluatePod.
 */
export function violationsOf(level: Level, minor: number, pod: CheckedPod): readonly Violation[] {
  if (level === 'privileged') return [];
  const inForce = rules.flatMap(({ id, level: own, revisions }) => {
    const revision = own === 'restricted' && level === 'baseline' ? undefined : lastBy(revisions, minor);
    return revision === undefined ? [] : [{ id, revision }];
  });
  const overridden = new Set(inForce.flatMap(({ revision }) => revision.overrides ?? []));
  return inForce.flatMap(({ id, revision }) => (overridden.has(id) ? [] : (revision.check(pod) ?? [])));
}

function lastBy(revisions: readonly Revision[], minor: number): Revision | undefined {
  return revisions.findLast(({ from }) => from <= minor);
}

/** Violations with their details. Upstream: policy/checks.go AggregateCheckResult.ForbiddenDetail. */
export function detailsText(violations: readonly Violation[]): string {
  return violations.map(({ reason, detail }) => `${reason} (${detail})`).join(', ');
}

/** Violations without their details. Upstream: policy/checks.go AggregateCheckResult.ForbiddenReason. */
export function reasonsText(violations: readonly Violation[]): string {
  return violations.map(({ reason }) => reason).join(', ');
}
