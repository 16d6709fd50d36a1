import {
  compareStrings,
  isMap,
  listAt,
  mapAt,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Failure, fail, isFailure, notPlayed, together } from '../failure.ts';
import { fileNamed } from '../file-names.ts';
import type { Flags } from '../flags.ts';
import { usageFailure } from '../options.ts';
import { printerOf } from '../print.ts';
import { TabWriter } from '../printing/tab-writer.ts';
import type { Session } from '../session.ts';
import { kubeconfigTypeProblem } from './config-types.ts';

/** A kubeconfig as kubectl reads it: its parts by name. */
interface Kubeconfig {
  readonly clusters: ReadonlyMap<string, ValueMap>;
  readonly users: ReadonlyMap<string, ValueMap>;
  readonly contexts: ReadonlyMap<string, ValueMap>;
  readonly current: string;
}

/**
 * `kubectl config` with what reads a kubeconfig, of a file that `--kubeconfig` or `KUBECONFIG` names among those of the scenario; the reader's own
 * is not known. Upstream: k8s.io/kubectl pkg/cmd/config.
 */
export function runConfig(command: string) {
  return (session: Session, flags: Flags): Failure | undefined => {
    if (command === 'view' && flags.args.length > 0) {
      return usageFailure('kubectl config view', `unexpected arguments: [${flags.args.join(' ')}]`);
    }
    const format = flags.text('output');
    if (command === 'get-contexts' && !['', 'name'].includes(format)) {
      const what = `--output ${format} is not available in kubectl config get-contexts`;
      return fail(`${what}; resetting to default output format`);
    }
    const config = kubeconfigOf(session, flags);
    if (isFailure(config)) return config;
    switch (command) {
      case 'view':
        return view(session, flags, config);
      case 'current-context':
        if (config.current === '') return fail('current-context is not set');
        session.out(`${config.current}\n`);
        return undefined;
      case 'get-contexts':
        return contexts(session, flags, config);
      default: {
        const named = command === 'get-users' ? config.users : config.clusters;
        session.out(
          `NAME\n${sortedNames(named)
            .map((name) => `${name}\n`)
            .join('')}`,
        );
        return undefined;
      }
    }
  };
}

function sortedNames(named: ReadonlyMap<string, ValueMap>): readonly string[] {
  return [...named.keys()].sort(compareStrings);
}

function kubeconfigOf(session: Session, flags: Flags): Kubeconfig | Failure {
  const name = flags.text('kubeconfig') || session.env('KUBECONFIG');
  const text = name === '' ? undefined : fileNamed(session, name);
  if (text === undefined) {
    if (name !== '') session.lacks(name);
    return notPlayed({ kind: 'kubeconfig' });
  }
  const [document = { kind: 'value', value: null }, ...more] = session.host.read(text);
  if (document.kind !== 'value' || more.length > 0) return notPlayed({ kind: 'kubeconfig' });
  // A file with nothing in it is a kubeconfig with nothing in it.
  const config = document.value ?? new Map<string, Value>();
  if (!isMap(config)) return notPlayed({ kind: 'kubeconfig' });
  const problem = kubeconfigTypeProblem(config);
  if (problem !== undefined) return fail(`error loading config file "${name}": ${problem}`);
  const [kind, apiVersion] = [stringAt(config, 'kind') || 'Config', stringAt(config, 'apiVersion') || 'v1'];
  if (kind !== 'Config' || apiVersion !== 'v1') {
    const where = 'in scheme "pkg/runtime/scheme.go:111"';
    return fail(
      `error loading config file "${name}": no kind "${kind}" is registered for version "${apiVersion}" ${where}`,
    );
  }
  const parts = (key: string, inner: string) => {
    const named = (listAt(config, key) ?? []).map((each) => (isMap(each) ? each : new Map<string, Value>()));
    return new Map(named.map((each) => [stringAt(each, 'name') ?? '', mapAt(each, inner) ?? new Map()] as const));
  };
  return {
    clusters: parts('clusters', 'cluster'),
    users: parts('users', 'user'),
    contexts: parts('contexts', 'context'),
    current: stringAt(config, 'current-context') ?? '',
  };
}

/** Upstream: get_contexts.go RunGetContexts. */
function contexts(session: Session, flags: Flags, config: Kubeconfig): Failure | undefined {
  const isName = flags.text('output') === 'name';
  const asked = flags.args.length === 0 ? sortedNames(config.contexts) : flags.args;
  const missing = asked.filter((name) => !config.contexts.has(name));
  const shown = asked.filter((name) => config.contexts.has(name)).toSorted(compareStrings);
  const rows = shown.map((name) => {
    const context = config.contexts.get(name);
    const parts = ['cluster', 'user', 'namespace'].map((key) => stringAt(context, key) ?? '');
    return isName ? [name] : [name === config.current ? '*' : ' ', name, ...parts];
  });
  const head = ['CURRENT', 'NAME', 'CLUSTER', 'AUTHINFO', 'NAMESPACE'];
  const writer = new TabWriter(session.out);
  for (const row of isName || flags.truth('no-headers') ? rows : [head, ...rows]) writer.write(`${row.join('\t')}\n`);
  writer.flush();
  return together(missing.map((name) => fail(`context ${name} not found`)));
}

/** What a part of a kubeconfig has, in the order in which kubectl writes it. Upstream: client-go tools/clientcmd/api/v1/types.go. */
const fields = {
  cluster: [
    ...['server', 'tls-server-name', 'insecure-skip-tls-verify', 'certificate-authority'],
    ...['certificate-authority-data', 'proxy-url', 'disable-compression'],
  ],
  context: ['cluster', 'user', 'namespace'],
  user: [
    ...['client-certificate', 'client-certificate-data', 'client-key', 'client-key-data', 'token'],
    ...['tokenFile', 'username', 'password'],
  ],
} as const;

/** What is written also where it is empty. */
const written = ['cluster.server', 'context.cluster', 'context.user'];

const omitted = ['certificate-authority-data', 'client-certificate-data', 'client-key-data'];

/** Upstream: view.go Run. */
function view(session: Session, flags: Flags, config: Kubeconfig): Failure | undefined {
  const printer = printerOf(session, flags, 'none', true);
  if ('kind' in printer) return printer;
  if (flags.truth('flatten') || flags.changed('merge')) return notPlayed({ kind: 'kubeconfig' });
  const minified = flags.truth('minify') ? minifiedOf(config, flags.text('context')) : config;
  if (isFailure(minified)) return minified;
  const part = (inner: keyof typeof fields, named: ReadonlyMap<string, ValueMap>): Value | Failure => {
    const list: Value[] = [];
    for (const name of sortedNames(named)) {
      const own = named.get(name) ?? new Map<string, Value>();
      // Plugins, impersonation and extensions are written in ways of their own.
      if ([...own.keys()].some((key) => !fields[inner].some((known) => known === key)))
        return notPlayed({ kind: 'kubeconfig' });
      const shown = new Map(
        fields[inner].flatMap((key) => {
          const value = own.get(key) ?? '';
          const isLeftOut = (value === '' && !written.includes(`${inner}.${key}`)) || value === false;
          return isLeftOut ? [] : [[key, hidden(key, value, flags.truth('raw'))] as const];
        }),
      );
      list.push(
        new Map<string, Value>([
          ['name', name],
          [inner, shown],
        ]),
      );
    }
    return list.length === 0 ? null : list;
  };
  const [clusters, contexts, users] = [
    part('cluster', minified.clusters),
    part('context', minified.contexts),
    part('user', minified.users),
  ];
  const unplayed = [clusters, contexts, users].find((each) => isFailure(each));
  if (unplayed !== undefined) return unplayed as Failure;
  return printer.print(
    new Map<string, Value>([
      ['kind', 'Config'],
      ['apiVersion', 'v1'],
      ['clusters', clusters as Value],
      ['users', users as Value],
      ['contexts', contexts as Value],
      ['current-context', minified.current],
    ]),
    '',
  );
}

function hidden(key: string, value: Value, isRaw: boolean): Value {
  if (isRaw) return value;
  if (omitted.includes(key)) return 'DATA+OMITTED';
  return ['password', 'token'].includes(key) ? 'REDACTED' : value;
}

/** Only what the current context uses. Upstream: client-go tools/clientcmd/api/helpers.go MinifyConfig. */
function minifiedOf(config: Kubeconfig, asked: string): Kubeconfig | Failure {
  const current = asked === '' ? config.current : asked;
  if (current === '') return fail('current-context must exist in order to minify');
  const context = config.contexts.get(current);
  if (context === undefined) return fail(`cannot locate context ${current}`);
  const [cluster = '', user = ''] = [stringAt(context, 'cluster'), stringAt(context, 'user')];
  const only = (named: ReadonlyMap<string, ValueMap>, name: string) => {
    const found = named.get(name);
    return new Map(found === undefined ? [] : [[name, found]]);
  };
  if (cluster !== '' && !config.clusters.has(cluster)) return fail(`cannot locate cluster ${cluster}`);
  if (user !== '' && !config.users.has(user)) return fail(`cannot locate user ${user}`);
  return {
    current,
    contexts: only(config.contexts, current),
    clusters: only(config.clusters, cluster),
    users: only(config.users, user),
  };
}
