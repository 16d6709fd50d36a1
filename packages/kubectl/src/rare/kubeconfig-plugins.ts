import {
  compareStrings,
  inKeyOrder,
  isMap,
  listAt,
  mapAt,
  quote,
  sortedKeys,
  stringAt,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import { type Failure, isFailure } from '../failure.ts';
import type { Flags } from '../flags.ts';
import { type Pairs, parsePairs } from '../pairs.ts';

/** Versions of the protocol in which nobody has to say whether a plugin may ask. */
const askingVersions = ['client.authentication.k8s.io/v1beta1', 'client.authentication.k8s.io/v1alpha1'];
/** Versions of the protocol that kubectl speaks. */
export const runningVersions = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];
/** Whether a plugin may ask the person at the terminal. */
export const interactiveModes = ['IfAvailable', 'Never', 'Always'];

/**
 * A plugin of a user as kubectl has read it. Upstream: k8s.io/client-go tools/clientcmd/api/v1/types.go ExecConfig, defaults.go
 * SetDefaults_ExecConfig.
 */
export function readExec(exec: ValueMap): ValueMap {
  const mode = stringAt(exec, 'interactiveMode') ?? '';
  const asks = mode === '' && askingVersions.includes(stringAt(exec, 'apiVersion') ?? '') ? 'IfAvailable' : mode;
  return execOf(new Map([...exec, ['interactiveMode', asks]]));
}

/** The fields of a plugin as they are written, in their order. */
function execOf(exec: ValueMap): ValueMap {
  const text = (key: string) => stringAt(exec, key) ?? '';
  const env = listAt(exec, 'env')?.map((each) => {
    const own = isMap(each) ? each : undefined;
    return new Map(['name', 'value'].map((key): [string, Value] => [key, stringAt(own, key) ?? '']));
  });
  return new Map<string, Value>([
    ['command', text('command')],
    ['args', listAt(exec, 'args')?.map((each) => each ?? '') ?? null],
    ['env', env ?? null],
    ...withText('apiVersion', text('apiVersion')),
    ...withText('installHint', text('installHint')),
    ['provideClusterInfo', exec.get('provideClusterInfo') === true],
    ...withText('interactiveMode', text('interactiveMode')),
  ]);
}

function withText(key: string, text: string): readonly [string, Value][] {
  return text === '' ? [] : [[key, text]];
}

/** What a user is signed in by, of those ways that have a name. Upstream: types.go AuthProviderConfig. */
export function readProvider(provider: ValueMap): ValueMap {
  const given = mapAt(provider, 'config');
  const config = given && new Map(sortedKeys(given).map((key): [string, Value] => [key, given.get(key) ?? '']));
  return new Map<string, Value>([
    ['name', stringAt(provider, 'name') ?? ''],
    ['config', config ?? null],
  ]);
}

/** What others add to a part, by name; undefined where one is there twice. Upstream: conversion.go. */
export function readExtensions(extensions: readonly Value[]): readonly Value[] | undefined {
  const named = extensions.map((each) => {
    const own = isMap(each) ? each : new Map<string, Value>();
    return [stringAt(own, 'name') ?? '', inKeyOrder(own.get('extension') ?? null)] as const;
  });
  if (new Set(named.map(([name]) => name)).size < named.length) return undefined;
  return named
    .toSorted(([a], [b]) => compareStrings(a, b))
    .map(
      ([name, extension]) =>
        new Map<string, Value>([
          ['name', name],
          ['extension', extension],
        ]),
    );
}

/**
 * What is wrong with the program that a user, of this name, is signed in by. Upstream: k8s.io/client-go tools/clientcmd/validation.go
 * validateAuthInfo.
 */
export function pluginProblems(name: string, user: ValueMap | undefined): readonly string[] {
  const exec = mapAt(user, 'exec');
  if (exec === undefined) return [];
  const text = (key: string) => stringAt(exec, key) ?? '';
  const needs = (what: string) => `${what} must be specified for ${name} to use exec authentication plugin`;
  const unnamed = (listAt(exec, 'env') ?? []).filter((each) => nameOf(each) === '');
  const mode = text('interactiveMode');
  return [
    ...(mapAt(user, 'auth-provider') === undefined
      ? []
      : [`authProvider cannot be provided in combination with an exec plugin for ${name}`]),
    ...(text('command') === '' ? [needs('command')] : []),
    ...(text('apiVersion') === '' ? [needs('apiVersion')] : []),
    ...unnamed.map(() => needs('env variable name')),
    ...(mode === '' ? [needs('interactiveMode')] : []),
    ...(['', ...interactiveModes].includes(mode) ? [] : [`invalid interactiveMode for ${name}: ${quote(mode)}`]),
  ];
}

/** The name of what is in a list by name. */
function nameOf(each: Value): string {
  return stringAt(isMap(each) ? each : undefined, 'name') ?? '';
}

/** What of `kubectl config set-credentials` is about plugins. */
export interface PluginFlags {
  readonly provider: Pairs;
  readonly env: Pairs;
}

/** Reads the pairs of the flags about plugins. Upstream: set_credentials.go complete. */
export function readPluginFlags(flags: Flags): PluginFlags | Failure {
  const provider = parsePairs(flags.list('auth-provider-arg'), 'auth-provider-arg', true);
  if (isFailure(provider)) return provider;
  const env = parsePairs(flags.list('exec-env'), 'exec-env', true);
  return isFailure(env) ? env : { provider, env };
}

/** Sets what the flags about plugins say of a user. Upstream: set_credentials.go modifyAuthInfo. */
export function setPlugins(user: Map<string, Value>, flags: Flags, { provider, env }: PluginFlags): void {
  if (
    flags.changed('auth-provider') &&
    stringAt(mapAt(user, 'auth-provider'), 'name') !== flags.text('auth-provider')
  ) {
    user.set('auth-provider', readProvider(new Map([['name', flags.text('auth-provider')]])));
  }
  const before = mapAt(user, 'auth-provider');
  if (before !== undefined) {
    const config = new Map(mapAt(before, 'config'));
    for (const key of provider.removed) config.delete(key);
    for (const [key, value] of provider.set) config.set(key, value);
    user.set('auth-provider', readProvider(new Map<string, Value>([...before, ['config', config]])));
  }
  let exec = mapAt(user, 'exec');
  // Another command begins without arguments.
  if (flags.changed('exec-command')) {
    exec = new Map<string, Value>([...(exec ?? []), ['command', flags.text('exec-command')], ['args', null]]);
  }
  if (exec === undefined) return;
  const changed = new Map(exec);
  if (flags.changed('exec-api-version')) changed.set('apiVersion', flags.text('exec-api-version'));
  if (flags.list('exec-arg').length > 0) changed.set('args', [...flags.list('exec-arg')]);
  if (flags.changed('exec-interactive-mode')) changed.set('interactiveMode', flags.text('exec-interactive-mode'));
  if (flags.changed('exec-provide-cluster-info')) {
    changed.set('provideClusterInfo', flags.truth('exec-provide-cluster-info'));
  }
  changed.set('env', changedEnv(listAt(exec, 'env'), env));
  user.set('exec', execOf(changed));
}

/** New variables stand last, here by their names; kubectl leaves their order to chance. */
function changedEnv(env: readonly Value[] | undefined, { set, removed }: Pairs): Value {
  const kept = removed.length === 0 ? env : (env ?? []).filter((each) => !removed.includes(nameOf(each)));
  if (set.size === 0) return kept === undefined ? null : [...kept];
  const there = new Set(kept?.map(nameOf));
  const variable = (name: string, value: string) =>
    new Map<string, Value>([
      ['name', name],
      ['value', value],
    ]);
  const added = [...set].filter(([name]) => !there.has(name)).sort(([a], [b]) => compareStrings(a, b));
  return [
    ...(kept ?? []).map((each) => {
      const value = set.get(nameOf(each));
      return value === undefined ? each : variable(nameOf(each), value);
    }),
    ...added.map(([name, value]) => variable(name, value)),
  ];
}
