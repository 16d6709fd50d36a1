import type { ResourceNames, ResourceVersion, TypeCatalog } from '@managed-fields/api-server';
import type { Atom, FieldPath } from '@managed-fields/merge-engine';
import { pathFromString } from '@managed-fields/merge-engine';
import type { FieldPathText } from '@managed-fields/scenario';
import type { ErrorObject } from './error-facts.ts';

/** The kinds that messages are most often about, the likeliest first. */
const likely = [
  ...['Deployment', 'ConfigMap', 'Service', 'StatefulSet', 'DaemonSet', 'HorizontalPodAutoscaler', 'Ingress', 'Secret'],
  ...['Job', 'CronJob', 'ServiceAccount', 'Pod', 'Namespace', 'Node', 'ClusterRole', 'Role', 'PersistentVolumeClaim'],
];

/** A kind that a message may be about. `guessed`: the message does not name it. */
export interface GuessedKind {
  readonly version: ResourceVersion;
  readonly guessed: boolean;
}

/**
 * The built-in kinds that a message may be about: the one that it names, else those whose schema has all the fields at
 * the API version, the likeliest first. None where no built-in kind fits.
 */
export function* guessKinds(
  catalog: TypeCatalog,
  object: ErrorObject,
  apiVersions: readonly string[],
  paths: readonly FieldPathText[],
): Generator<GuessedKind> {
  const apiVersion = object.apiVersion ?? apiVersions[0];
  const named = catalog
    .names()
    .filter(
      ({ kind, plural, group }) =>
        (object.kind === undefined || object.kind === kind) &&
        (object.resource === undefined || object.resource === plural) &&
        (object.group === undefined || object.kind !== undefined ? true : object.group === group) &&
        (object.group === undefined || object.group === group),
    );
  const secret = paths.some((path) => secretKey.test(path));
  const rankOf = (names: ResourceNames) => (secret && names.kind === 'Secret' ? -1 : rank(names));
  const candidates = [...named].sort((a, b) => rankOf(a) - rankOf(b));
  for (const names of candidates) {
    const version = versionOf(catalog, names, apiVersion);
    if (version === undefined || !paths.every((path) => fits(path, version.type))) continue;
    yield { version, guessed: object.kind === undefined && object.resource === undefined };
  }
}

/** Keys that are usual in Secrets and rare in ConfigMaps. */
const secretKey = /^\.data\.(?:\.docker|tls\.(?:crt|key)$|.*(?:password|token|secret))/i;

function rank({ kind }: ResourceNames): number {
  const place = likely.indexOf(kind);
  return place < 0 ? likely.length : place;
}

function versionOf(
  catalog: TypeCatalog,
  { group, plural, preferredVersion }: ResourceNames,
  apiVersion: string | undefined,
): ResourceVersion | undefined {
  if (apiVersion === undefined) return catalog.find(group, preferredVersion, plural);
  const [first = '', second] = apiVersion.split('/');
  const [named, version] = second === undefined ? ['', first] : [first, second];
  return named === group ? catalog.find(group, version, plural) : undefined;
}

function fits(path: FieldPathText, type: Atom): boolean {
  return pathFromString(path, type) !== undefined;
}

/** The paths of a message as field paths of a kind, without those that the kind does not have. */
export function pathsOf(type: Atom, paths: readonly FieldPathText[]): readonly FieldPath[] {
  return paths.flatMap((path) => {
    const read = pathFromString(path, type);
    return read === undefined ? [] : [read];
  });
}
