import { type Change, hasChange } from './changes.ts';
import { partsOf } from './parts-of.ts';

/** A command of kubectl, whether it is played here or not. */
export interface KnownCommand {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly commands: readonly KnownCommand[];
}

/** Makes a command of its name with its aliases behind it, `quota resourcequota`, and of its subcommands. */
function command(names: string, ...commands: readonly (string | KnownCommand)[]): KnownCommand {
  const [name, ...aliases] = partsOf(names, ' ');
  return { name, aliases, commands: commands.map((each) => (typeof each === 'string' ? command(each) : each)) };
}

/**
 * The commands of kubectl, in the order in which it suggests them. Upstream: k8s.io/kubectl pkg/cmd/cmd.go
 * NewKubectlCommand.
 */
const offered = [
  command(
    'create',
    'namespace ns',
    'quota resourcequota',
    command('secret', 'docker-registry', 'tls', 'generic'),
    'configmap cm',
    'serviceaccount sa',
    command('service svc', 'clusterip', 'nodeport', 'loadbalancer', 'externalname'),
    'deployment deploy',
    'clusterrole',
    'clusterrolebinding',
    'role',
    'rolebinding',
    'poddisruptionbudget pdb',
    'priorityclass pc',
    'job',
    'cronjob cj',
    'ingress ing',
    'token',
  ),
  command('expose'),
  command('run'),
  command('set', 'image', 'resources', 'selector', 'subject', 'serviceaccount sa', 'env'),
  command('explain'),
  command('get'),
  command('edit'),
  command('delete'),
  command('rollout', 'history', 'pause', 'resume', 'undo', 'status', 'restart'),
  command('scale'),
  command('autoscale'),
  command('certificate', 'approve', 'deny'),
  command('cluster-info', 'dump'),
  command('top', 'node nodes no', 'pod pods po'),
  command('cordon'),
  command('uncordon'),
  command('drain'),
  command('taint'),
  command('describe'),
  command('logs'),
  command('attach'),
  command('exec'),
  command('port-forward'),
  command('proxy'),
  command('cp'),
  command('auth', 'can-i', 'reconcile', 'whoami'),
  command('debug'),
  command('events'),
  command('diff'),
  command('apply', 'view-last-applied', 'set-last-applied', 'edit-last-applied'),
  command('patch'),
  command('replace'),
  command('wait'),
  command('kustomize'),
  command('label'),
  command('annotate'),
  command('completion'),
  command('alpha'),
  command(
    'config',
    'view',
    'set-cluster',
    'set-credentials',
    'set-context',
    'set',
    'unset',
    'current-context',
    'use-context use',
    'get-contexts',
    'get-clusters',
    'get-users',
    'delete-cluster',
    'delete-context',
    'delete-user',
    'rename-context',
  ),
  command('plugin', 'list'),
  command('version'),
  command('api-versions'),
  command('api-resources'),
  command('kuberc', 'view', 'set'),
  command('options'),
];

/** All commands of kubectl, with those that it does not suggest. */
export const kubectlCommand: KnownCommand = command('kubectl', ...offered, 'help');

/** The release that has all commands. */
export const latest = 'v1.36';

/** The changes that brought a command. */
const broughtBy: Readonly<Record<string, Change>> = { kuberc: 'kubercCommand' };

/** Whether a release has a command. */
function isIn({ name }: KnownCommand, release: string): boolean {
  const change = broughtBy[name];
  return change === undefined || hasChange(change, release);
}

/** Whether a release suggests a command: `alpha` only where there are some. */
function isOffered(known: KnownCommand, release: string): boolean {
  if (known.name === 'alpha') return hasChange('kubercOfAlpha', release) && !hasChange('kubercCommand', release);
  return isIn(known, release);
}

/** Returns the subcommand that a word names. */
export function subcommandOf({ commands }: KnownCommand, word: string, release = latest): KnownCommand | undefined {
  const there = commands.filter((each) => isIn(each, release));
  return there.find(({ name, aliases }) => name === word || aliases.includes(word));
}

/** Returns the commands that a misspelt one may mean. Upstream: cobra command.go SuggestionsFor. */
export function similarCommands(typed: string, release = latest): readonly string[] {
  const lower = typed.toLowerCase();
  const meant = hasChange('wordsOfShells', release) ? meantBy : meantBefore;
  return offered
    .filter((each) => isOffered(each, release))
    .flatMap(({ name }) => [
      ...(distance(lower, name) <= 2 || name.startsWith(lower) ? [name] : []),
      ...(meant[name]?.includes(lower) ? [name] : []),
    ]);
}

/** Words of other programs that mean a command. Upstream: SuggestFor of top.go, get.go, describe.go and delete.go. */
const meantBy: Readonly<Record<string, readonly string[]>> = {
  top: ['stats'],
  get: ['list', 'ls'],
  describe: ['inspect'],
  delete: ['rm', 'remove'],
};

const meantBefore: typeof meantBy = { get: ['list', 'ps'], delete: ['rm'], wait: ['list', 'ps'] };

/** Returns the edit distance of two words: how many letters are added, dropped or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
