import { base64, identical, quote, utf8, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { type Failure, fail, isFailure, notPlayed } from '../failure.ts';
import { fileNamed } from '../file-names.ts';
import type { Flags } from '../flags.ts';
import { kubeconfigName, usageFailure } from '../options.ts';
import { absolute, withHome } from '../paths.ts';
import type { Session } from '../session.ts';
import { withoutProperty, withProperty } from './config-property.ts';
import { type Kubeconfig, kubeconfigOf, kubeconfigValue, type PartList, partOf, withPart } from './kubeconfig.ts';
import { interactiveModes, readPluginFlags, setPlugins } from './kubeconfig-plugins.ts';

/** What a command makes of a kubeconfig, and what it prints then. */
interface Change {
  readonly before: Kubeconfig;
  readonly after: Kubeconfig;
  readonly said: string;
  readonly warned?: string;
  /** Whether the file is written though it says the same. */
  readonly anew?: boolean;
  /** The part whose paths are written as seen from the folder of the file. */
  readonly moved?: { readonly list: PartList; readonly name: string };
}

/** What of a command line a change is made of. The kubeconfig is read when it is asked for, since much is refused before. */
interface Asked {
  readonly session: Session;
  readonly flags: Flags;
  read(): Kubeconfig | Failure;
}

/**
 * `kubectl config` with what writes a kubeconfig, into the file that is named: it is one of the scenario's from then on.
 * Upstream: k8s.io/kubectl pkg/cmd/config; k8s.io/client-go tools/clientcmd/config.go ModifyConfig.
 */
export function runConfigWriting(command: string) {
  return (session: Session, flags: Flags): Failure | undefined => {
    const made = changes[command]?.({ session, flags, read: () => kubeconfigOf(session, flags, true) });
    if (made === undefined || isFailure(made)) return made;
    const { before, after, said, warned = '', moved, anew } = made;
    const whole = (config: Kubeconfig) => kubeconfigValue(session, config, { hidden: false });
    if (anew || !identical(whole(before), whole(after))) {
      if (!before.isPlain) return notPlayed({ kind: 'kubeconfig-part' });
      const name = kubeconfigName(session, flags);
      session.write(
        name,
        session.host.printYaml(whole(moved === undefined ? after : withMoved(after, moved, withHome(name)))),
      );
    }
    session.err(warned);
    session.out(said);
    return undefined;
  };
}

const changes: Readonly<Record<string, (asked: Asked) => Change | Failure>> = {
  'set-context': setContext,
  'set-cluster': setCluster,
  'set-credentials': setUser,
  'use-context': useContext,
  'rename-context': renameContext,
  'delete-context': (asked) => deletePart(asked, 'contexts', 'context'),
  'delete-cluster': (asked) => deletePart(asked, 'clusters', 'cluster'),
  'delete-user': (asked) => deletePart(asked, 'users', 'user'),
  set({ flags, session, read }) {
    const [name = '', value = '', ...more] = flags.args;
    if (flags.args.length < 2 || more.length > 0) return help('set');
    if (value === '') return fail('you cannot use set to unset a property');
    if (name === '') return fail('you must specify a property');
    const before = read();
    if (isFailure(before)) return before;
    const options = { raw: flags.truth('set-raw-bytes'), release: session.host.release };
    const after = withProperty(before, name, value, options);
    return isFailure(after) ? after : { before, after, said: `Property ${quote(name)} set.\n` };
  },
  unset({ flags, session, read }) {
    const name = onlyArgument('unset', flags);
    if (isFailure(name)) return name;
    if (name === '') return fail('you must specify a property');
    const before = read();
    if (isFailure(before)) return before;
    const after = withoutProperty(before, name, session.host.release);
    // No map is something else than an empty one.
    const anew = /\.(?:extensions|act-as-user-extra)$/.test(name);
    return isFailure(after) ? after : { before, after, said: `Property ${quote(name)} unset.\n`, anew };
  },
};

/** Where arguments are too many or too few, help is printed. */
function help(command: string): Failure {
  return notPlayed({ kind: 'help', command: `config ${command}` });
}

function onlyArgument(command: string, { args }: Flags): string | Failure {
  return args.length === 1 ? (args[0] ?? '') : help(command);
}

/** The fields that the command line names, over those that are there. */
function withFlags(own: ValueMap | undefined, flags: Flags, names: readonly string[]): Map<string, Value> {
  const given = names.filter((name) => flags.changed(name)).map((name) => [name, flags.text(name)] as const);
  return new Map<string, Value>([...(own ?? []), ...given]);
}

/** Upstream: set_context.go. */
function setContext({ flags, read }: Asked): Change | Failure {
  if (flags.args.length > 1) return help('set-context');
  const [typed = ''] = flags.args;
  const isCurrent = flags.truth('current');
  if (typed === '' && !isCurrent) return fail('you must specify a non-empty context name or --current');
  if (typed !== '' && isCurrent) return fail('you cannot specify both a context name and --current');
  const before = read();
  if (isFailure(before)) return before;
  const name = isCurrent ? before.current : typed;
  if (name === '') return fail('no current context is set');
  const own = before.contexts.get(name);
  const after = withPart(
    before,
    'contexts',
    name,
    partOf('contexts', withFlags(own, flags, ['cluster', 'user', 'namespace'])),
  );
  return { before, after, said: `Context ${quote(name)} ${own === undefined ? 'created' : 'modified'}.\n` };
}

/** Upstream: set_cluster.go. */
function setCluster({ session, flags, read }: Asked): Change | Failure {
  const name = onlyArgument('set-cluster', flags);
  if (isFailure(name)) return name;
  if (name === '') return fail('you must specify a non-empty cluster name');
  const [insecure, authority] = [flags.truth('insecure-skip-tls-verify'), flags.text('certificate-authority')];
  if (insecure && authority !== '') {
    return fail('you cannot specify a certificate authority and insecure mode at the same time');
  }
  const embeds = flags.truth('embed-certs');
  if (embeds && authority === '') return fail('you must specify a --certificate-authority to embed');
  const absent = embeds ? absentFile(session, flags, 'certificate-authority') : undefined;
  if (absent !== undefined) return absent;
  const before = read();
  if (isFailure(before)) return before;
  const own = withFlags(before.clusters.get(name), flags, ['server']);
  // The name that a certificate is held against belongs to the server.
  if (flags.changed('server')) own.delete('tls-server-name');
  const cluster = withFlags(own, flags, ['tls-server-name', 'proxy-url']);
  // A line that does not say it says that it is not so.
  cluster.set('insecure-skip-tls-verify', insecure);
  if (insecure) for (const key of ['certificate-authority', 'certificate-authority-data']) cluster.delete(key);
  if (flags.changed('certificate-authority')) {
    setFile(session, flags, cluster, 'certificate-authority');
    cluster.delete('insecure-skip-tls-verify');
  }
  const after = withPart(before, 'clusters', name, partOf('clusters', cluster));
  return { before, after, said: `Cluster ${quote(name)} set.\n`, moved: { list: 'clusters', name } };
}

/** Upstream: set_credentials.go. */
function setUser({ session, flags, read }: Asked): Change | Failure {
  const name = onlyArgument('set-credentials', flags);
  if (isFailure(name)) return name;
  const plugins = readPluginFlags(flags);
  // Beside it kubectl prints its help.
  if (isFailure(plugins)) return help('set-credentials');
  if (name === '') return fail('you must specify a non-empty user name');
  const [token, basic] = [flags.text('token'), `${flags.text('username')}${flags.text('password')}`];
  if (token !== '' && basic !== '') {
    const both = '--token, --username/--password';
    return fail(`you cannot specify more than one authentication method at the same time: ${both}`);
  }
  const files = ['client-certificate', 'client-key'];
  if (flags.truth('embed-certs')) {
    const named = files.filter((file) => flags.text(file) !== '');
    if (named.length === 0) return fail('you must specify a --client-certificate or --client-key to embed');
    for (const file of named) {
      const absent = absentFile(session, flags, file);
      if (absent !== undefined) return absent;
    }
  }
  const mode = flags.text('exec-interactive-mode');
  if (flags.changed('exec-interactive-mode') && !interactiveModes.includes(mode)) {
    return fail(`invalid interactive mode type, can be only ${interactiveModes.join(', ')}`);
  }
  const before = read();
  if (isFailure(before)) return before;
  const user = withFlags(before.users.get(name), flags, ['token', 'username', 'password']);
  for (const file of files) if (flags.changed(file)) setFile(session, flags, user, file);
  setPlugins(user, flags, plugins);
  // One way to sign in takes the place of another.
  if (token !== '') for (const key of ['username', 'password']) user.delete(key);
  else if (basic !== '') user.delete('token');
  const after = withPart(before, 'users', name, partOf('users', user));
  return { before, after, said: `User ${quote(name)} set.\n`, moved: { list: 'users', name } };
}

/** Upstream: use_context.go. */
function useContext({ flags, read }: Asked): Change | Failure {
  const name = onlyArgument('use-context', flags);
  if (isFailure(name)) return name;
  const before = read();
  if (isFailure(before)) return before;
  if (name === '') return fail('empty context names are not allowed');
  if (!before.contexts.has(name)) return fail(`no context exists with the name: ${quote(name)}`);
  return { before, after: { ...before, current: name }, said: `Switched to context ${quote(name)}.\n` };
}

/** Upstream: rename_context.go. */
function renameContext({ session, flags, read }: Asked): Change | Failure {
  const [old = '', name = '', ...more] = flags.args;
  if (flags.args.length < 2 || more.length > 0) return help('rename-context');
  if (name === '') return fail('You must specify a new non-empty context name');
  const before = read();
  if (isFailure(before)) return before;
  const file = withHome(kubeconfigName(session, flags));
  const context = before.contexts.get(old);
  if (context === undefined) return fail(`cannot rename the context ${quote(old)}, it's not in ${file}`);
  if (before.contexts.has(name)) {
    return fail(`cannot rename the context ${quote(old)}, the context ${quote(name)} already exists in ${file}`);
  }
  const renamed = withPart(withPart(before, 'contexts', name, context), 'contexts', old, undefined);
  const after = before.current === old ? { ...renamed, current: name } : renamed;
  return { before, after, said: `Context ${quote(old)} renamed to ${quote(name)}.\n` };
}

/** Upstream: delete_context.go, delete_cluster.go, delete_user.go. */
function deletePart({ session, flags, read }: Asked, list: PartList, one: string): Change | Failure {
  const before = read();
  if (isFailure(before)) return before;
  if (flags.args.length !== 1) {
    return one === 'user'
      ? usageFailure('kubectl config delete-user', 'user to delete is required')
      : help(`delete-${one}`);
  }
  const [name = ''] = flags.args;
  const file = withHome(kubeconfigName(session, flags));
  if (!before[list].has(name)) return fail(`cannot delete ${one} ${name}, not in ${file}`);
  const isActive = one === 'context' && before.current === name;
  const warned =
    'warning: this removed your active context, use "kubectl config use-context" to select a different one\n';
  return {
    ...{ before, after: withPart(before, list, name, undefined), said: `deleted ${one} ${name} from ${file}\n` },
    ...(isActive ? { warned } : {}),
  };
}

/** The failure of a file to embed that is not there. */
function absentFile(session: Session, flags: Flags, flag: string): Failure | undefined {
  const name = flags.text(flag);
  if (fileNamed(session, name) !== undefined) return undefined;
  session.lacks(name);
  return fail(`could not stat ${flag} file ${name}: stat ${name}: no such file or directory`);
}

/** Sets the path of a file, or what is in it. */
function setFile(session: Session, flags: Flags, part: Map<string, Value>, flag: string): void {
  const [name, data] = [flags.text(flag), `${flag}-data`];
  part.delete(flag);
  part.delete(data);
  if (flags.truth('embed-certs')) part.set(data, base64(utf8(fileNamed(session, name) ?? '')));
  else part.set(flag, absolute(name));
}

/** The fields that are paths. Upstream: client-go tools/clientcmd/loader.go GetClusterFileReferences, GetAuthInfoFileReferences. */
const paths = ['certificate-authority', 'client-certificate', 'client-key', 'tokenFile'];

/**
 * The paths of a part as seen from the folder of the file, but for those that lie outside of it.
 * Upstream: loader.go RelativizePathWithNoBacksteps.
 */
function withMoved(config: Kubeconfig, { list, name }: NonNullable<Change['moved']>, file: string): Kubeconfig {
  const folder = absolute(`${file}/..`);
  const moved = [...(config[list].get(name) ?? [])].map(([key, value]): [string, Value] => {
    if (!paths.includes(key) || typeof value !== 'string') return [key, value];
    const path = absolute(value, folder);
    const below = path === folder ? '.' : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
    return [key, below];
  });
  return withPart(config, list, name, new Map(moved));
}
