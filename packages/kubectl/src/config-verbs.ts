import { printFlags } from './flag-sets.ts';
import type { Flag } from './flags.ts';
import { part } from './parts.ts';
import type { Verb } from './verb.ts';

const bool = (name: string): Flag => ({ name, type: 'bool' });
const text = (name: string): Flag => ({ name, type: 'string', default: '' });

/** The commands that write a kubeconfig, with their flags. */
const configWriting: Readonly<Record<string, readonly Flag[]>> = {
  'set-cluster': [
    ...['certificate-authority', 'proxy-url', 'server', 'tls-server-name'].map((name) => text(name)),
    ...[bool('embed-certs'), bool('insecure-skip-tls-verify')],
  ],
  'set-credentials': [
    ...['client-certificate', 'client-key', 'password', 'token', 'username'].map((name) => text(name)),
    ...['auth-provider', 'exec-api-version', 'exec-command', 'exec-interactive-mode'].map((name) => text(name)),
    ...[bool('embed-certs'), bool('exec-provide-cluster-info')],
    ...['auth-provider-arg', 'exec-arg'].map((name): Flag => ({ name, type: 'list' })),
    { name: 'exec-env', type: 'array' },
  ],
  'set-context': [
    ...[text('cluster'), bool('current'), text('user')],
    { ...text('namespace'), short: 'n', shortSince: 'namespaceOfContextByLetter' },
  ],
  set: [bool('set-raw-bytes')],
  ...{
    unset: [],
    'use-context': [],
    'delete-cluster': [],
    'delete-context': [],
    'delete-user': [],
    'rename-context': [],
  },
};

/** `kubectl config`. Upstream: k8s.io/kubectl pkg/cmd/config. */
export const configVerbs: readonly Verb[] = [
  {
    name: 'config view',
    flags: [
      ...printFlags.map((flag): Flag => (flag.name === 'output' ? { ...flag, default: 'yaml' } : flag)),
      bool('flatten'),
      { ...bool('merge'), default: 'true' },
      bool('minify'),
      bool('raw'),
    ],
    run: (session, flags) => part('rare').runConfig('view')(session, flags),
  },
  ...['current-context', 'get-clusters', 'get-users', 'get-contexts'].map(
    (name): Verb => ({
      name: `config ${name}`,
      flags: name === 'get-contexts' ? [bool('no-headers'), { name: 'output', short: 'o', type: 'string' }] : [],
      run: (session, flags) => part('rare').runConfig(name)(session, flags),
    }),
  ),
  ...Object.entries(configWriting).map(
    ([name, flags]): Verb => ({
      ...{ name: `config ${name}`, flags },
      run: (session, given) => part('rare').runConfigWriting(name)(session, given),
    }),
  ),
];
