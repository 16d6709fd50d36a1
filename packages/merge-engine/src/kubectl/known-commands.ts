/** Commands that hold others, and one of those as an example. */
export const groups: ReadonlyMap<string, string> = new Map([
  ['rollout', 'restart'],
  ['set', 'image'],
  ['config', 'view'],
  ['auth', 'can-i'],
  ['certificate', 'approve'],
  ['cluster-info', 'dump'],
  ['top', 'pod'],
  ['plugin', 'list'],
  ['alpha', 'kuberc'],
]);

/** Commands that kubectl has and that are not played here. */
export const unplayed: ReadonlySet<string> = new Set([
  'alpha',
  'api-resources',
  'api-versions',
  'attach',
  'auth',
  'certificate',
  'cluster-info',
  'completion',
  'config',
  'cordon',
  'cp',
  'debug',
  'describe',
  'drain',
  'events',
  'exec',
  'explain',
  'expose',
  'help',
  'kustomize',
  'logs',
  'options',
  'plugin',
  'port-forward',
  'proxy',
  'rollout history',
  'rollout status',
  'rollout undo',
  'run',
  'set resources',
  'set selector',
  'set serviceaccount',
  'set subject',
  'taint',
  'top',
  'uncordon',
  'version',
  'wait',
]);

const played = [
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
];

/** What commands a misspelt one may mean. Upstream: cobra command.go SuggestionsFor. */
export function similarCommands(typed: string): readonly string[] {
  const known = [...played, ...[...unplayed].filter((name) => !name.includes(' '))].sort();
  const lower = typed.toLowerCase();
  return known.filter((name) => distance(lower, name) <= 2 || name.startsWith(lower));
}

/** How many letters have to be added, dropped or changed. */
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
