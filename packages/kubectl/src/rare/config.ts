import { compareStrings, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import { type Failure, fail, isFailure, notPlayed, together } from '../failure.ts';
import type { Flags } from '../flags.ts';
import { usageFailure } from '../options.ts';
import { printerOf } from '../print.ts';
import type { Printer } from '../printing/printer.ts';
import { TabWriter } from '../printing/tab-writer.ts';
import type { Session } from '../session.ts';
import { type Kubeconfig, kubeconfigOf, kubeconfigValue, sortedNames } from './kubeconfig.ts';

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
    const printer = command === 'view' ? printerOf(session, flags, 'none', true) : undefined;
    if (isFailure(printer)) return printer;
    const config = kubeconfigOf(session, flags);
    if (isFailure(config)) return config;
    if (printer !== undefined) return view(session, flags, config, printer);
    switch (command) {
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

/** Upstream: view.go Run. */
function view(session: Session, flags: Flags, config: Kubeconfig, printer: Printer): Failure | undefined {
  if (flags.truth('flatten') || flags.changed('merge') || !config.isPlain)
    return notPlayed({ kind: 'kubeconfig-part' });
  const minified = flags.truth('minify') ? minifiedOf(config, flags.text('context')) : config;
  if (isFailure(minified)) return minified;
  return printer.print(kubeconfigValue(session, minified, { hidden: !flags.truth('raw') }), '');
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
    ...config,
    current,
    contexts: only(config.contexts, current),
    clusters: only(config.clusters, cluster),
    users: only(config.users, user),
  };
}
