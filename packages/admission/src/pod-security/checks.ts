import * as baseline from './baseline.ts';
import type { Check, CheckedPod, Violation } from './check.ts';
import type { Level } from './policy.ts';
import * as restricted from './restricted.ts';

/** A check from a minor version of the policy on, instead of the one before it. */
interface Revision {
  readonly from: number;
  readonly check: Check;
  /** A rule of the level `baseline` that this one makes superfluous. */
  readonly overrides?: Rule;
}

/** A check through all versions of the policy. Upstream: policy/checks.go Check. */
type Rule = readonly Revision[];

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

const capabilities: Rule = [{ from: 0, check: baseline.capabilitiesBaseline }];
const hostPathVolumes: Rule = [{ from: 0, check: baseline.hostPathVolumes }];
const procMount: Rule = [
  { from: 0, check: baseline.procMount },
  { from: 35, check: baseline.unlessOwnUsers(baseline.procMount) },
];
const seccompProfile: Rule = [
  { from: 0, check: baseline.seccompAnnotations },
  { from: 19, check: baseline.seccompProfile },
];

/**
 * The checks of `baseline` in the order in which they complain, that of upstream's ids.
 * Upstream: pod-security-admission policy/check_*.go of v1.37, policy/registry.go populate.
 */
const baselineRules: readonly Rule[] = [
  [{ from: 0, check: baseline.appArmorProfile }],
  capabilities,
  [{ from: 0, check: baseline.hostNamespaces }],
  hostPathVolumes,
  [{ from: 0, check: baseline.hostPorts }],
  [{ from: 34, check: baseline.hostProbesAndHostLifecycle }],
  [{ from: 0, check: baseline.privileged }],
  procMount,
  [
    { from: 0, check: baseline.seLinuxOptions },
    { from: 31, check: baseline.seLinuxOptionsWithEngine },
  ],
  seccompProfile,
  [
    { from: 0, check: baseline.sysctlsBut(sysctls) },
    { from: 27, check: baseline.sysctlsBut(sysctls27) },
    { from: 29, check: baseline.sysctlsBut(sysctls29) },
    { from: 32, check: baseline.sysctlsBut(sysctls32) },
    { from: 37, check: baseline.sysctlsBut(sysctls37) },
  ],
  [{ from: 0, check: baseline.windowsHostProcess }],
];

/** Those of `restricted`, which complain after them. */
const restrictedRules: readonly Rule[] = [
  [
    { from: 8, check: restricted.allowPrivilegeEscalation },
    { from: 25, check: restricted.unlessWindows(restricted.allowPrivilegeEscalation) },
  ],
  [
    { from: 22, check: restricted.capabilitiesRestricted, overrides: capabilities },
    { from: 25, check: restricted.unlessWindows(restricted.capabilitiesRestricted), overrides: capabilities },
  ],
  [{ from: 35, check: baseline.procMount, overrides: procMount }],
  [{ from: 0, check: restricted.restrictedVolumes, overrides: hostPathVolumes }],
  [
    { from: 0, check: restricted.runAsNonRoot },
    { from: 35, check: baseline.unlessOwnUsers(restricted.runAsNonRoot) },
  ],
  [
    { from: 23, check: restricted.runAsUser },
    { from: 35, check: baseline.unlessOwnUsers(restricted.runAsUser) },
  ],
  [
    { from: 19, check: restricted.seccompRestricted, overrides: seccompProfile },
    { from: 25, check: restricted.unlessWindows(restricted.seccompRestricted), overrides: seccompProfile },
  ],
];

/**
 * What a level of the policy, as it is in a minor version, finds wrong with a Pod.
 * Upstream: policy/registry.go EvaluatePod.
 */
export function violationsOf(level: Level, minor: number, pod: CheckedPod): readonly Violation[] {
  if (level === 'privileged') return [];
  const rules = level === 'baseline' ? baselineRules : [...baselineRules, ...restrictedRules];
  const inForce = rules.map((rule) => ({ rule, revision: rule.findLast(({ from }) => from <= minor) }));
  const overridden = new Set(inForce.map(({ revision }) => revision?.overrides));
  return inForce.flatMap(({ rule, revision }) => (overridden.has(rule) ? [] : (revision?.check(pod) ?? [])));
}

/** Violations with their details. Upstream: policy/checks.go AggregateCheckResult.ForbiddenDetail. */
export function detailsText(violations: readonly Violation[]): string {
  return violations.map(({ reason, detail }) => `${reason} (${detail})`).join(', ');
}

/** Violations without their details. Upstream: policy/checks.go AggregateCheckResult.ForbiddenReason. */
export function reasonsText(violations: readonly Violation[]): string {
  return violations.map(({ reason }) => reason).join(', ');
}
