import { listAt, mapAt, quote, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { hasChange } from '../changes.ts';
import { type Failure, fail, isFailure, notPlayed, unplayedFlag } from '../failure.ts';
import { fileNamed } from '../file-names.ts';
import { type Flags, parseTruth } from '../flags.ts';
import {
  type Impersonation,
  impersonation,
  kubeconfigName,
  nobodyNamed,
  requestTimeout,
  saysOfNobody,
  validationOf,
} from '../options.ts';
import type { CalledVerb, ClientConfig, Unusable } from '../parts.ts';
import type { Session } from '../session.ts';
import { emptyKubeconfig, type Kubeconfig, readKubeconfig } from './kubeconfig.ts';
import { pluginProblems, runningVersions } from './kubeconfig-plugins.ts';

/**
 * What the kubeconfig of a command says of its requests, by its current context and the flags that name others, or the failure of
 * a kubeconfig that kubectl cannot use. Where a server is and how somebody signs in there is not looked at: a scenario has one
 * cluster, which takes everybody.
 * Upstream: k8s.io/client-go tools/clientcmd/client_config.go DirectClientConfig ClientConfig, Namespace.
 */
export function clientConfig(session: Session, verb: CalledVerb, flags: Flags): ClientConfig | Unusable {
  const config = loaded(session, flags);
  const meeting = meetingOf(verb, flags);
  const isOffline = flags.truth('local') && meeting !== 'connection';
  const saysAll = meeting === 'namespace' && aggregates(session, verb);
  const isRepeated = meeting !== 'connection' && !isOffline && namesSeveral(flags);
  if (isFailure(config)) {
    return atOnce(saysAll || (isRepeated && meeting === 'later') ? unplayedPart : config, meeting);
  }
  const { context, cluster, missing, problems, whom, signsIn, isOdd } = chosenParts(config, verb, flags);
  const isNamed = kubeconfigName(session, flags) !== '';
  const client: ClientConfig = {
    ...{ kind: 'client', impersonation: whom },
    ...(isNamed ? { namespace: stringAt(context, 'namespace') || 'default' } : {}),
  };
  if (meeting === 'namespace' && problems.length > 0) {
    return atOnce(saysAll ? unplayedPart : unusable(problems), meeting);
  }
  if (isOffline) return client;
  const late = (failure: Failure): Unusable => ({ kind: 'unusable', failure, isLate: meeting !== 'connection' });
  if (missing !== undefined || problems.length > 0) {
    if (isRepeated) return late(unplayedPart);
    if (missing !== undefined) return late(fail(missing));
    // Where a builder of resources meets it, one more layer is around it.
    const isWrapped = meeting === 'later' && problems.length === 1 && !isAboutContext(problems);
    return late(isWrapped ? unplayedPart : unusable(problems));
  }
  if (requestTimeout(flags) === undefined) {
    return late(isRepeated ? unplayedFlag('request-timeout') : fail(invalidTimeout));
  }
  const server = flagOf(verb, flags, 'server') || (stringAt(cluster, 'server') ?? '');
  // It goes to localhost:8080, or asks for a name and a password.
  const isLost = server === '' || isOdd || (server.startsWith('https:') && !signsIn);
  return isLost && isNamed ? late(unplayedPart) : client;
}

function atOnce(failure: Failure, meeting: ReturnType<typeof meetingOf>): Unusable {
  return { kind: 'unusable', failure, isLate: meeting === 'later' };
}

/** Upstream: client-go tools/clientcmd/helpers.go ParseTimeout. */
const invalidTimeout =
  'Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)';

/**
 * Which failure a command ends with that has an unusable kubeconfig, where it would have failed by itself too: `own`, after a
 * request or before any (`hasAsked`). Whoever asks the server has met the kubeconfig before that.
 */
export function firstFailure(
  verb: CalledVerb,
  { failure, isLate }: Unusable,
  own: Failure | undefined,
  hasAsked: boolean,
): Failure {
  if (own === undefined || hasAsked || own.silent || own.status !== undefined) return failure;
  if (own.unknownResource !== undefined || failure.unplayed !== undefined) return failure;
  if (isLate) return unplayedPart;
  const isEarly = early.some(([names, words]) => names.test(verb.name) && words.test(own.message));
  return isEarly ? own : failure;
}

const unplayedPart = notPlayed({ kind: 'kubeconfig-part' });

/** What commands refuse before they look for a kubeconfig: their names, and the words. */
const early: readonly (readonly [names: RegExp, words: RegExp])[] = [
  [/^(?!run$|taint$|get$)/, / -h' for help|^unexpected arguments: /],
  [/^(?!delete$|taint$|create .)/, /^Invalid dry-run value/],
  [/^(?:create|annotate|certificate .*|label|scale|set .*|wait)$/, /allowed formats are: /],
  [/^(?:create|diff)$/, /^must specify one of -f and -k$/],
  [/^(?:create|get)$/, /^(?:--raw|arguments may not be passed when --raw)/],
  [/^label$/, /^(?:invalid label|can not both|--list and|all resources must)/],
  [/^(?:label|annotate)$/, /^cannot set --all and --field-selector/],
  [/^set env$/, /^(?:all resources must|cannot set --all and)/],
  [/^set serviceaccount$/, /^cannot specify --local and --dry-run=server/],
  [/^set selector$/, /^one selector is required/],
  [/^delete$/, /^invalid cascade value/],
  [/^auth can-i$/, /^(?:you must specify two|list option)/],
];

/** The commands that ask for the namespace before they connect, as which `kubectl get` begins. */
const namespaceFirst =
  /^(?:get|delete|patch|label|annotate|scale|edit|describe|events|taint|create token|apply .*|rollout .*|set (?!env).*|auth reconcile)$/;

/**
 * Where a command meets its kubeconfig: when it connects, when it asks for the namespace, or later, since the command line names
 * that.
 */
function meetingOf({ name }: CalledVerb, flags: Flags): 'connection' | 'namespace' | 'later' {
  // What is not validated asks for no schema.
  const isFirst = namespaceFirst.test(name) || (name === 'create' && isUnvalidated(flags));
  if (!isFirst || (['get', 'create'].includes(name) && flags.text('raw') !== '')) return 'connection';
  return flags.text('namespace') === '' ? 'namespace' : 'later';
}

/** Whether a command that has no namespace goes on, and says all that fails. */
function aggregates({ host }: Session, { name }: CalledVerb): boolean {
  return name === 'set selector' || (name === 'annotate' && hasChange('annotateSaysAll', host.release));
}

/** Whether a command line names files or several kinds, of which each meets the kubeconfig and says so. */
function namesSeveral(flags: Flags): boolean {
  if (flags.list('filename').length > 0 || flags.text('kustomize') !== '') return true;
  return flags.args.some((word) => word.includes(',')) || flags.args.filter((word) => word.includes('/')).length > 1;
}

function isUnvalidated(flags: Flags): boolean {
  const validation = validationOf(flags);
  return validation.kind === 'option' && validation.value === 'Ignore';
}

/**
 * The kubeconfig that a command reads. Of several files the first that has a part of a name counts, and the first that has a current context; those
 * that are not there are left out.
 * Upstream: loader.go Load.
 */
function loaded(session: Session, flags: Flags): Kubeconfig | Failure {
  const explicit = flags.text('kubeconfig');
  if (kubeconfigName(session, flags) === '') return emptyKubeconfig;
  const names = explicit === '' ? kubeconfigName(session, flags).split(':') : [explicit];
  const found = names.filter((name) => name !== '' && fileNamed(session, name) !== undefined);
  if (found.length === 0) {
    for (const name of names) session.lacks(name);
    return explicit === '' ? notPlayed({ kind: 'kubeconfig' }) : fail(`stat ${explicit}: no such file or directory`);
  }
  let all = emptyKubeconfig;
  for (const name of found) {
    const next = readKubeconfig(session, name, fileNamed(session, name) ?? '');
    if (isFailure(next)) return next;
    all = {
      ...all,
      clusters: new Map([...next.clusters, ...all.clusters]),
      users: new Map([...next.users, ...all.users]),
      contexts: new Map([...next.contexts, ...all.contexts]),
      current: all.current || next.current,
      isPlain: all.isPlain && next.isPlain,
    };
  }
  return all;
}

/** The value of a flag that every command knows, where the command has none of its own of that name. */
function flagOf(verb: CalledVerb, flags: Flags, name: string): string {
  return verb.flags.some((flag) => flag.name === name) ? '' : flags.text(name);
}

/** What of a kubeconfig a command line chooses. */
interface Chosen {
  readonly context: ValueMap | undefined;
  readonly cluster: ValueMap | undefined;
  readonly whom: Impersonation;
  /** Whether something tells a server who it is. */
  readonly signsIn: boolean;
  /** Whether somebody signs in by what some kubectl may not have: a provider, or a program by another version of its interface. */
  readonly isOdd: boolean;
  /** What is said of a part that a flag names and that is not there. */
  readonly missing: string | undefined;
  /** What makes the kubeconfig unusable. Upstream: validation.go. */
  readonly problems: readonly string[];
}

const contextNotFound = 'context was not found for specified context: ';
const nobody: Impersonation = { name: '', uid: '', groups: [], extra: new Map() };

function chosenParts(config: Kubeconfig, verb: CalledVerb, flags: Flags): Chosen {
  const given = (name: string) => flagOf(verb, flags, name);
  const contextName = given('context') || config.current;
  const context = config.contexts.get(contextName);
  const clusterName = given('cluster') || (stringAt(context, 'cluster') ?? '');
  const userName = given('user') || (stringAt(context, 'user') ?? '');
  const [cluster, user] = [config.clusters.get(clusterName), config.users.get(userName)];
  const absent = (flag: string, part: ValueMap | undefined) => given(flag) !== '' && part === undefined;
  const whom = absent('user', user) ? nobody : merged(user, impersonation(flags));
  const words = [
    ...(absent('user', user) ? [`auth info ${quote(given('user'))} does not exist`] : []),
    ...(absent('context', context) ? [`context ${quote(given('context'))} does not exist`] : []),
    ...(absent('cluster', cluster) ? [`cluster ${quote(given('cluster'))} does not exist`] : []),
  ];
  const problems = [
    ...(contextName !== '' && context === undefined ? [`${contextNotFound}${contextName}`] : []),
    ...(absent('user', user) ? [] : userProblems(userName, user, whom, given)),
    ...(absent('cluster', cluster)
      ? [`no server found for cluster ${quote(clusterName)}`]
      : clusterProblems(clusterName, cluster, given)),
  ];
  const signing = ['token', 'username', 'client-certificate', 'client-certificate-data', 'tokenFile'];
  const exec = mapAt(user, 'exec');
  const runs = exec !== undefined && runningVersions.includes(stringAt(exec, 'apiVersion') ?? '');
  const signsIn = runs || !config.isPlain || signing.some((key) => (given(key) || (stringAt(user, key) ?? '')) !== '');
  // Whether kubectl has such a way to sign in is another question.
  const isOdd = mapAt(user, 'auth-provider') !== undefined || (exec !== undefined && !runs);
  return { context, cluster, whom, signsIn, isOdd, missing: words[0], problems };
}

/** Whom a user of a kubeconfig acts as, and what the command line says of that over it. Upstream: client-go tools/clientcmd/merge.go. */
function merged(user: ValueMap | undefined, said: Impersonation): Impersonation {
  const groups = (listAt(user, 'as-groups') ?? []).map(String);
  const extra = [...(mapAt(user, 'as-user-extra') ?? [])].map(
    ([key, values]) => [key, Array.isArray(values) ? values.map(String) : []] as const,
  );
  return {
    name: said.name || (stringAt(user, 'as') ?? ''),
    uid: said.uid || (stringAt(user, 'as-uid') ?? ''),
    groups: said.groups.length > 0 ? said.groups : groups,
    extra: new Map([...extra, ...said.extra]),
  };
}

/** Upstream: validation.go validateAuthInfo, but for files that cannot be read. */
function userProblems(
  name: string,
  user: ValueMap | undefined,
  whom: Impersonation,
  given: (flag: string) => string,
): readonly string[] {
  const field = (key: string) => stringAt(user, key) ?? '';
  const [certificate, key] = [given('client-certificate'), given('client-key')];
  // What the command line names takes the place of the data beside it.
  const data = (flag: string) => (flag === '' ? (name: string) => field(name) : () => '');
  const certificateFile = certificate || field('client-certificate');
  const certificateData = data(certificate)('client-certificate-data');
  const keyFile = key || field('client-key');
  const keyData = data(key)('client-key-data');
  const problems: string[] = [];
  if (certificateFile !== '' || certificateData !== '') {
    if (certificateFile !== '' && certificateData !== '') {
      problems.push(`client-cert-data and client-cert are both specified for ${name}. client-cert-data will override.`);
    }
    if (keyFile !== '' && keyData !== '') {
      problems.push(`client-key-data and client-key are both specified for ${name}; client-key-data will override`);
    }
    if (keyFile === '' && keyData === '') {
      const both = 'client-key-data or client-key must be specified';
      problems.push(`${both} for ${name} to use the clientCert authentication method.`);
    }
  }
  problems.push(...pluginProblems(name, user));
  const basic = ['username', 'password'].some((flag) => (given(flag) || field(flag)) !== '');
  if ((given('token') || field('token')) !== '' && basic) {
    const found = 'found [token basicAuth], only one is allowed';
    problems.push(`more than one authentication method found for ${name}; ${found}`);
  }
  if (saysOfNobody(whom) !== undefined) problems.push(nobodyNamed(name));
  return problems;
}

/** Upstream: validation.go validateClusterInfo, but for files that cannot be read and for proxies. */
function clusterProblems(
  name: string,
  cluster: ValueMap | undefined,
  given: (flag: string) => string,
): readonly string[] {
  // Either of them takes the place of both.
  if (given('certificate-authority') !== '' || parseTruth(given('insecure-skip-tls-verify')) === true) return [];
  const has = (key: string) => (stringAt(cluster, key) ?? '') !== '';
  if (!has('certificate-authority') || !has('certificate-authority-data')) return [];
  const both = 'certificate-authority-data and certificate-authority are both specified';
  return [`${both} for ${name}. certificate-authority-data will override.`];
}

function isAboutContext(problems: readonly string[]): boolean {
  return problems.some((problem) => problem.startsWith(contextNotFound));
}

/** Upstream: k8s.io/kubectl pkg/cmd/util/helpers.go checkErr, MultilineError. */
function unusable(problems: readonly string[]): Failure {
  const [first = '', ...more] = problems;
  if (more.length > 0) {
    const lines = problems.map((problem) => `* ${problem}\n`).join('');
    return { ...fail(`Error in configuration: \n${lines}`), bare: true };
  }
  return isAboutContext(problems) ? { ...fail(`Error in configuration: ${first}`), bare: true } : fail(first);
}
