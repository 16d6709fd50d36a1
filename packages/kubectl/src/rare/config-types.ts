import { compareStrings, isMap, type Value, type ValueMap } from '@managed-fields/merge-engine';
import { goBase64 } from '../template/functions.ts';

/** The type of a field in Go, by its name there, and what it is made of. */
interface GoType {
  readonly name: string;
  readonly fields?: Readonly<Record<string, GoType>>;
  /** What each member of a list, or each value of a map, is. */
  readonly each?: GoType;
}

const text: GoType = { name: 'string' };
const flag: GoType = { name: 'bool' };
const texts: GoType = { name: '[]string', each: text };
const bytes: GoType = { name: '[]uint8', each: { name: 'uint8' } };
const extensions: GoType = {
  name: '[]v1.NamedExtension',
  each: { name: 'v1.NamedExtension', fields: { name: text } },
};
const exec: GoType = {
  name: 'v1.ExecConfig',
  fields: {
    ...all(['command', 'apiVersion', 'installHint'], text),
    args: texts,
    env: { name: '[]v1.ExecEnvVar', each: { name: 'v1.ExecEnvVar', fields: all(['name', 'value'], text) } },
    provideClusterInfo: flag,
    interactiveMode: { name: 'v1.ExecInteractiveMode' },
  },
};
const provider: GoType = {
  name: 'v1.AuthProviderConfig',
  fields: { name: text, config: { name: 'map[string]string', each: text } },
};

/** A list of parts by name, such as `clusters`. */
function named(kind: string, key: string, type: string, fields: Readonly<Record<string, GoType>>): GoType {
  const part: GoType = { name: `v1.${type}`, fields: { ...fields, extensions } };
  return { name: `[]v1.${kind}`, each: { name: `v1.${kind}`, fields: { name: text, [key]: part } } };
}

function all(names: readonly string[], type: GoType): Readonly<Record<string, GoType>> {
  return Object.fromEntries(names.map((name) => [name, type]));
}

/** Upstream: k8s.io/client-go tools/clientcmd/api/v1/types.go. */
const config: GoType = {
  name: 'v1.Config',
  fields: {
    preferences: { name: 'v1.Preferences', fields: { colors: flag, extensions } },
    clusters: named('NamedCluster', 'cluster', 'Cluster', {
      ...all(['server', 'tls-server-name', 'certificate-authority', 'proxy-url'], text),
      ...all(['insecure-skip-tls-verify', 'disable-compression'], flag),
      'certificate-authority-data': bytes,
    }),
    contexts: named('NamedContext', 'context', 'Context', all(['cluster', 'user', 'namespace'], text)),
    users: named('NamedAuthInfo', 'user', 'AuthInfo', {
      ...all(['client-certificate', 'client-key', 'token', 'tokenFile', 'as', 'as-uid', 'username', 'password'], text),
      ...all(['client-certificate-data', 'client-key-data'], bytes),
      'as-groups': texts,
      'as-user-extra': { name: 'map[string][]string', each: texts },
      'auth-provider': provider,
      exec,
    }),
    'current-context': text,
    extensions,
  },
};

/**
 * What kubectl says of the first value in a kubeconfig that is of another type than its field; undefined where there is none. Keys are read
 * in the order of their names, for kubectl makes JSON of the file first. Upstream: sigs.k8s.io/json, encoding/json decode.go.
 */
export function kubeconfigTypeProblem(file: ValueMap): string | undefined {
  for (const key of ['apiVersion', 'kind']) {
    const value = file.get(key) ?? null;
    if (value === null || typeof value === 'string') continue;
    const what = `json: cannot unmarshal ${jsonType(value)} into Go struct field .${key} of type string`;
    return `couldn't get version/kind; json parse error: ${what}`;
  }
  return problemIn(file, config, '', []);
}

/** `owner`: the Go struct whose field this is; `path`: the keys that lead to it from the whole file. */
function problemIn(value: Value, type: GoType, owner: string, path: readonly string[]): string | undefined {
  if (value === null) return undefined;
  if (jsonType(value) !== expected(type) && !(type === bytes && Array.isArray(value))) {
    const field = [owner, ...path].join('.');
    return `json: cannot unmarshal ${jsonType(value)} into Go struct field ${field} of type ${type.name}`;
  }
  const { fields, each } = type;
  if (typeof value === 'string' && type === bytes) {
    const read = goBase64(value);
    return typeof read === 'number' ? `illegal base64 data at input byte ${read}` : undefined;
  }
  if (isMap(value)) {
    for (const key of [...value.keys()].sort(compareStrings)) {
      const member = fields === undefined ? each : Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (member === undefined) continue;
      const [inside, at] = fields === undefined ? [owner, path] : [type.name.replace('v1.', ''), [...path, key]];
      const problem = problemIn(value.get(key) ?? null, member, inside, at);
      if (problem !== undefined) return problem;
    }
  }
  if (!Array.isArray(value) || each === undefined) return undefined;
  for (const member of value as readonly Value[]) {
    const problem = problemIn(member, each, owner, path);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function expected({ name }: GoType): string {
  if (['[]uint8', 'v1.ExecInteractiveMode'].includes(name)) return 'string';
  if (name === 'string' || name === 'bool') return name;
  if (name === 'uint8') return 'number';
  return name.startsWith('[]') ? 'array' : 'object';
}

function jsonType(value: Value): string {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (isMap(value)) return 'object';
  return Array.isArray(value) ? 'array' : 'number';
}
