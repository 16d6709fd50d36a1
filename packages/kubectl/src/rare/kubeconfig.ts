import { noObject, notRegistered } from '@managed-fields/api-server';
import {
  base64,
  bytesOfBase64,
  compareStrings,
  isMap,
  listAt,
  mapAt,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { hasChange } from '../changes.ts';
import { type Failure, fail, notPlayed } from '../failure.ts';
import { fileNamed } from '../file-names.ts';
import type { Flags } from '../flags.ts';
import { kubeconfigName, ownKubeconfig } from '../options.ts';
import { withHome } from '../paths.ts';
import type { Session } from '../session.ts';
import { kubeconfigTypeProblem } from './config-types.ts';
import { readExec, readExtensions, readProvider } from './kubeconfig-plugins.ts';

/** A list of parts in a kubeconfig. */
export type PartList = 'clusters' | 'users' | 'contexts';

/** A kubeconfig as kubectl reads it: its parts by name, each with the fields that say something. */
export interface Kubeconfig extends Readonly<Record<PartList, ReadonlyMap<string, ValueMap>>> {
  readonly current: string;
  /** `preferences.colors` */
  readonly colors: boolean;
  /** Whether it has nothing that is written in a way of its own. */
  readonly isPlain: boolean;
}

/** What a part is called inside of its list, and its fields in the order in which kubectl writes them. */
interface PartForm {
  readonly inner: string;
  readonly fields: readonly string[];
  /** What is written also where it is empty. */
  readonly written: readonly string[];
}

/** Upstream: k8s.io/client-go tools/clientcmd/api/v1/types.go. */
export const partForms: Readonly<Record<PartList, PartForm>> = {
  clusters: {
    inner: 'cluster',
    fields: [
      ...['server', 'tls-server-name', 'insecure-skip-tls-verify', 'certificate-authority'],
      ...['certificate-authority-data', 'proxy-url', 'disable-compression', 'extensions'],
    ],
    written: ['server'],
  },
  users: {
    inner: 'user',
    fields: [
      ...['client-certificate', 'client-certificate-data', 'client-key', 'client-key-data', 'token', 'tokenFile'],
      ...['as', 'as-uid', 'as-groups', 'as-user-extra', 'username', 'password', 'auth-provider', 'exec', 'extensions'],
    ],
    written: [],
  },
  contexts: {
    ...{ inner: 'context', fields: ['cluster', 'user', 'namespace', 'extensions'] },
    written: ['cluster', 'user'],
  },
};

/** What is written in a way of its own, which is not played: a number of v1.38. */
const unplayedFields = ['min-connection-pool-size'];

/** Bytes, which are written as base64. */
export const byteFields: readonly string[] = [
  ...['certificate-authority-data', 'client-certificate-data', 'client-key-data'],
];

/** The names of parts, sorted. */
export function sortedNames(named: ReadonlyMap<string, ValueMap>): readonly string[] {
  return [...named.keys()].sort(compareStrings);
}

/**
 * Reads the kubeconfig that is named, which is one of the scenario's files: the reader's own is not known. One that is not
 * there is an empty one; `mayBeNew`: and the command may be what makes it.
 * Upstream: k8s.io/client-go tools/clientcmd/config.go GetStartingConfig.
 */
export function kubeconfigOf(session: Session, flags: Flags, mayBeNew = false): Kubeconfig | Failure {
  const name = kubeconfigName(session, flags);
  const text = name === '' ? undefined : fileNamed(session, name);
  if (text !== undefined) return readKubeconfig(session, name, text);
  const isSeveral = flags.text('kubeconfig') === '' && name.includes(':');
  if (!isSeveral && !mayBeNew) session.lacks(name || ownKubeconfig);
  return isSeveral || name === '' ? notPlayed({ kind: 'kubeconfig' }) : emptyKubeconfig;
}

/** A kubeconfig as it is where there is no file yet. */
export const emptyKubeconfig: Kubeconfig = {
  ...{ clusters: new Map(), users: new Map(), contexts: new Map() },
  ...{ current: '', colors: false, isPlain: true },
};

/** Reads the text of a kubeconfig. Upstream: k8s.io/client-go tools/clientcmd/loader.go LoadFromFile. */
export function readKubeconfig(session: Session, name: string, text: string): Kubeconfig | Failure {
  const [document = { kind: 'value', value: null }, ...more] = session.host.read(text);
  const problem = (words: string) => fail(`error loading config file "${withHome(name)}": ${words}`);
  if (document.kind === 'malformed') return problem(document.message.replace(/^error converting YAML to JSON: /, ''));
  // What follows the first document is not looked at.
  if (more.length > 0 && /^---[ \t\r]*\n---/m.test(text)) return notPlayed({ kind: 'kubeconfig-part' });
  // A file with nothing in it is a kubeconfig with nothing in it.
  const config = document.value ?? new Map<string, Value>();
  if (!isMap(config)) return problem(noObject(config));
  const mistyped = kubeconfigTypeProblem(config);
  if (mistyped !== undefined) return problem(mistyped);
  const [kind, apiVersion] = [stringAt(config, 'kind') || 'Config', stringAt(config, 'apiVersion') || 'v1'];
  if (kind !== 'Config' || apiVersion !== 'v1') return problem(notRegistered(session.catalog, apiVersion, kind));
  return parsed(config);
}

function parsed(config: ValueMap): Kubeconfig | Failure {
  const preferences = mapAt(config, 'preferences');
  let isPlain = !isSaid(config.get('extensions')) && !isSaid(preferences?.get('extensions'));
  const parts: Record<PartList, Map<string, ValueMap>> = { clusters: new Map(), users: new Map(), contexts: new Map() };
  for (const list of ['clusters', 'users', 'contexts'] as const) {
    const { inner } = partForms[list];
    for (const each of listAt(config, list) ?? []) {
      const named = isMap(each) ? each : new Map<string, Value>();
      const [name, own] = [stringAt(named, 'name') ?? '', new Map(mapAt(named, inner))];
      if (parts[list].has(name)) return notPlayed({ kind: 'kubeconfig-part' });
      for (const key of byteFields) {
        // Bytes may be written as numbers, too.
        const bytes = bytesOfBase64(stringAt(own, key) ?? '');
        if (bytes === undefined || (isSaid(own.get(key)) && bytes.length === 0))
          return notPlayed({ kind: 'kubeconfig-part' });
        own.set(key, base64(bytes));
      }
      const [exec, provider, added] = [mapAt(own, 'exec'), mapAt(own, 'auth-provider'), listAt(own, 'extensions')];
      if (exec !== undefined) own.set('exec', readExec(exec));
      if (provider !== undefined) own.set('auth-provider', readProvider(provider));
      const extensions = readExtensions(added ?? []);
      if (extensions === undefined) return notPlayed({ kind: 'kubeconfig-part' });
      own.set('extensions', extensions);
      isPlain &&= !unplayedFields.some((key) => isSaid(own.get(key)));
      parts[list].set(name, partOf(list, own));
    }
  }
  const current = stringAt(config, 'current-context') ?? '';
  return { ...parts, current, colors: preferences?.get('colors') === true, isPlain };
}

/** The fields of a part that say something, in their order. */
export function partOf(list: PartList, own: ReadonlyMap<string, Value>): ValueMap {
  const fields = partForms[list].fields.map((key) => [key, own.get(key) ?? null] as const);
  return new Map(
    fields
      .filter(([, value]) => isSaid(value))
      .map(([key, value]) => [key, key === 'as-user-extra' && isMap(value) ? sorted(value) : value]),
  );
}

/** A map of Go's is written by the order of its keys. */
function sorted(map: ValueMap): ValueMap {
  return new Map([...map].sort(([a], [b]) => compareStrings(a, b)));
}

/** A kubeconfig with another part of a name; undefined takes it away. */
export function withPart(config: Kubeconfig, list: PartList, name: string, part: ValueMap | undefined): Kubeconfig {
  const parts = new Map(config[list]);
  if (part === undefined) parts.delete(name);
  else parts.set(name, part);
  return { ...config, [list]: parts };
}

function isSaid(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false;
  return isMap(value) ? value.size > 0 : !Array.isArray(value) || value.length > 0;
}

/** A kubeconfig as kubectl writes it. `hidden`: without what is secret. */
export function kubeconfigValue(
  session: Session,
  config: Kubeconfig,
  { hidden }: { readonly hidden: boolean },
): ValueMap {
  const list = (name: PartList): Value => {
    const { inner, written } = partForms[name];
    const parts = sortedNames(config[name]).map((each) => {
      const own = new Map(config[name].get(each));
      const whole = new Map<string, Value>(written.map((key) => [key, own.get(key) ?? '']));
      for (const [key, value] of own) whole.set(key, hidden ? shown(key, value) : value);
      return new Map<string, Value>([
        ['name', each],
        [inner, whole],
      ]);
    });
    return parts.length === 0 ? null : parts;
  };
  const preferences = new Map<string, Value>(config.colors ? [['colors', true]] : []);
  const hasPreferences = config.colors || !hasChange('emptyPreferencesLeftOut', session.host.release);
  return new Map<string, Value>([
    ['kind', 'Config'],
    ['apiVersion', 'v1'],
    ...(hasPreferences ? [['preferences', preferences] as const] : []),
    ['clusters', list('clusters')],
    ['users', list('users')],
    ['contexts', list('contexts')],
    ['current-context', config.current],
  ]);
}

/** Upstream: client-go tools/clientcmd/api/helpers.go RedactSecrets, ShortenConfig. */
function shown(key: string, value: Value): Value {
  if (byteFields.includes(key)) return 'DATA+OMITTED';
  return ['password', 'token'].includes(key) ? 'REDACTED' : value;
}
