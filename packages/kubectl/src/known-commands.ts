/** The commands that have subcommands, each with one of them as an example. */
export const groups: ReadonlyMap<string, string> = new Map([
  ['rollout', 'restart'],
  ['set', 'image'],
]);

/**
 * The commands of kubectl, in the order in which it suggests them. Upstream: k8s.io/kubectl pkg/cmd/cmd.go
 * NewKubectlCommand.
 */
const offered = [
  'create',
  'expose',
  'run',
  'set',
  'explain',
  'get',
  'edit',
  'delete',
  'rollout',
  'scale',
  'autoscale',
  'certificate',
  'cluster-info',
  'top',
  'cordon',
  'uncordon',
  'drain',
  'taint',
  'describe',
  'logs',
  'attach',
  'exec',
  'port-forward',
  'proxy',
  'cp',
  'auth',
  'debug',
  'events',
  'diff',
  'apply',
  'patch',
  'replace',
  'wait',
  'kustomize',
  'label',
  'annotate',
  'completion',
  'config',
  'plugin',
  'version',
  'api-versions',
  'api-resources',
  'kuberc',
  'options',
];

const played: ReadonlySet<string> = new Set([
  'annotate',
  'apply',
  'autoscale',
  'create',
  'delete',
  'diff',
  'edit',
  'get',
  'label',
  'patch',
  'replace',
  'rollout',
  'scale',
  'set',
]);

/** Commands that kubectl has and that are not played here. */
export const unplayed: ReadonlySet<string> = new Set([
  ...offered.filter((name) => !played.has(name)),
  'alpha',
  'help',
  'rollout history',
  'rollout status',
  'rollout undo',
  'set resources',
  'set selector',
  'set serviceaccount',
  'set subject',
]);

/** Returns the commands that a misspelt one may mean. Upstream: cobra command.go SuggestionsFor. */
export function similarCommands(typed: string): readonly string[] {
  const lower = typed.toLowerCase();
  return offered.filter((name) => distance(lower, name) <= 2 || name.startsWith(lower));
}

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
