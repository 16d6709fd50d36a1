/** Group, version and kind; empty texts for what is not named. Upstream: kyaml resid/gvk.go Gvk. */
export interface Gvk {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** What a resource is known by. Upstream: kyaml resid/resid.go ResId. */
export interface ResId extends Gvk {
  readonly name: string;
  readonly namespace: string;
  /** Whether the kind is known to belong to no namespace. Those of former names do not say so. */
  readonly clusterScoped: boolean;
}

/** The namespace by which resources without one are told apart. */
const noNamespace = '_non_namespaceable_';

/** Splits `apps/v1` into its parts. */
export function groupVersionOf(apiVersion: string): { readonly group: string; readonly version: string } {
  const slash = apiVersion.indexOf('/');
  if (slash < 0) return { group: '', version: apiVersion };
  return { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** `apps/v1` */
export function apiVersionOf({ group, version }: Gvk): string {
  return group === '' ? version : `${group}/${version}`;
}

/** Whether a kind is one that a selector names; what the selector leaves out is anything. */
export function isSelected(gvk: Gvk, selector: Partial<Gvk>): boolean {
  const fits = (asked: string | undefined, is: string) => asked === undefined || asked === '' || asked === is;
  return fits(selector.group, gvk.group) && fits(selector.version, gvk.version) && fits(selector.kind, gvk.kind);
}

/** Whether two are of one kind. */
export function sameGvk(a: Gvk, b: Gvk): boolean {
  return a.group === b.group && a.version === b.version && a.kind === b.kind;
}

/** The namespace that counts. Upstream: resid.go EffectiveNamespace. */
export function namespaceOf({ namespace, clusterScoped }: ResId): string {
  if (clusterScoped) return noNamespace;
  return namespace === '' ? 'default' : namespace;
}

/** Whether two ids mean one resource. */
export function sameId(a: ResId, b: ResId): boolean {
  return a.name === b.name && sameGvk(a, b) && namespaceOf(a) === namespaceOf(b);
}

/** A text that two ids share if they mean one resource. */
export function idKey(id: ResId): string {
  return JSON.stringify([id.group, id.version, id.kind, id.name, namespaceOf(id)]);
}

/** `Deployment.v1.apps` */
export function gvkText({ group, version, kind }: Partial<Gvk>): string {
  return [kind || '[noKind]', version || '[noVer]', group || '[noGrp]'].join('.');
}

/** `Deployment.v1.apps/web.prod` */
export function idText(id: Omit<ResId, 'clusterScoped'>): string {
  return `${gvkText(id)}/${id.name || '[noName]'}.${id.namespace || '[noNs]'}`;
}

/** An id as Go prints the structure. */
export function idSyntax({ group, version, kind, clusterScoped, name, namespace }: ResId): string {
  const text = JSON.stringify;
  const gvk = `Group:${text(group)}, Version:${text(version)}, Kind:${text(kind)}, isClusterScoped:${clusterScoped}`;
  return `resid.ResId{Gvk:resid.Gvk{${gvk}}, Name:${text(name)}, Namespace:${text(namespace)}}`;
}
