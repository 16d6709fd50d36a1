import type { ClusterResource } from './discovery.ts';

/** An object as somebody typed it: a resource by any of its names, and the object's own. */
export interface TypedObject {
  /** `deploy`, `deployments.apps`, `deployments.v1.apps` */
  readonly resource: string;
  /** Empty where only a resource was typed. */
  readonly name: string;
  /** Undefined where none was typed. */
  readonly namespace: string | undefined;
}

/**
 * Reads `deploy/web -n prod`, `deploy web --namespace=prod`, and the same behind `kubectl get`. Undefined where the text
 * is nothing of this kind.
 */
export function readTypedObject(text: string): TypedObject | undefined {
  const words = text
    .trim()
    .replace(/^\$\s+/, '')
    .split(/\s+/)
    .filter((word) => word !== '');
  const start = words[0] === 'kubectl' ? (words[1] === 'get' ? 2 : 1) : 0;
  const names: string[] = [];
  let namespace: string | undefined;
  for (let index = start; index < words.length; index++) {
    const word = words[index] ?? '';
    const attached = /^(?:--namespace=|-n=?)(.+)$/.exec(word)?.[1];
    if (word === '-n' || word === '--namespace') namespace = words[++index];
    else if (word === '-o' || word === '--output') index++;
    else if (attached !== undefined) namespace = attached;
    else if (!word.startsWith('-')) names.push(word);
  }
  const [first = '', second] = names;
  const [resource = '', name = second ?? '', ...rest] = first.split('/');
  const extra = first.includes('/') ? names.length > 1 : names.length > 2;
  if (resource === '' || rest.length > 0 || extra) return undefined;
  return { resource, name, namespace };
}

/**
 * Finds the resources that a typed name means, the best first: exact names before short names, preferred versions
 * before others. Empty where the cluster has none.
 * Upstream: apimachinery pkg/runtime/schema/group_version.go ParseResourceArg, client-go restmapper/shortcut.go.
 */
export function resourcesNamed(typed: string, resources: readonly ClusterResource[]): readonly ClusterResource[] {
  const [name = '', ...behind] = typed.toLowerCase().split('.');
  const suffix = behind.join('.');
  const [version = '', ...group] = behind;
  const fits = (each: ClusterResource) =>
    suffix === '' || each.group === suffix || (each.version === version && each.group === group.join('.'));
  const byName = (each: ClusterResource) =>
    each.plural === name || each.singular === name || each.kind.toLowerCase() === name;
  const ranked = resources.flatMap((each) => {
    if (!fits(each)) return [];
    const rank = byName(each) ? 0 : each.shortNames.includes(name) ? 1 : undefined;
    return rank === undefined ? [] : [{ each, rank: rank * 2 + (each.preferred ? 0 : 1) }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ each }) => each);
}
