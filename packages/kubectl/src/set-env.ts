import {
  isMap,
  listAt,
  mapAt,
  quote,
  sortedKeys,
  textAt,
  type Value,
  type ValueMap,
  withEntry,
  withoutEntry,
} from '@managed-fields/merge-engine';
import { type Failure, fail, together } from './failure.ts';
import type { Flags } from './flags.ts';
import type { LoadedInfo } from './info.ts';
import { dryRunOf, localOnServer } from './options.ts';
import { containersOf, isChosen, patchContainers } from './pod-spec.ts';
import { type DryRun, printerOf } from './print.ts';
import { collectTyped, namesNothing, select } from './selection.ts';
import type { Session } from './session.ts';

/** The environment variables to set, as objects have them, and the names to remove. */
interface EnvChange {
  readonly kind: 'env';
  readonly set: readonly ValueMap[];
  readonly removed: readonly string[];
}

/** `kubectl set env`. Upstream: k8s.io/kubectl pkg/cmd/set/set_env.go. */
export function runSetEnv(session: Session, flags: Flags): Failure | undefined {
  if (flags.truth('all') && flags.text('selector') !== '')
    return fail('cannot set --all and --selector at the same time');
  const split = splitEnv(flags.args);
  if (split === undefined) {
    return fail(`all resources must be specified before environment changes: ${flags.args.join(' ')}`);
  }
  const dryRun = dryRunOf(session, flags);
  if (dryRun.kind === 'failure') return dryRun;
  const printer = printerOf(session, flags, dryRun.value, true);
  if ('kind' in printer) return printer;
  const problem = contradiction(flags, split.resources, dryRun.value);
  if (problem !== undefined) return problem;
  const parsed = parseEnv([...flags.list('env'), ...split.pairs], session);
  if (parsed.kind === 'failure') return parsed;
  const imported = flags.text('from') === '' ? [] : importedFrom(session, flags);
  if ('kind' in imported) return imported;
  const prefix = flags.text('prefix');
  const set = [...parsed.set, ...imported].map((variable) =>
    withEntry(variable, 'name', `${prefix}${textAt(variable, 'name')}`),
  );
  const local = flags.truth('local');
  const selected = select(session, flags, {
    args: local ? [] : split.resources,
    allowAll: flags.truth('all'),
    latest: !local,
    local,
  });
  if (selected.kind === 'failure') return selected;
  const { infos, failed } = collectTyped(session, selected, local);
  if (failed !== undefined) return failed;
  const chosen = flags.text('containers');
  for (const info of infos) warnUnmatched(session, info, chosen);
  if (flags.truth('list')) {
    for (const info of infos) listEnv(session, info, chosen, { ...parsed, set });
    return undefined;
  }
  const failures = patchContainers(
    session,
    infos,
    () => (container) =>
      isChosen(container, chosen) ? withEnv(container, { ...parsed, set }, flags.truth('overwrite')) : container,
    { flags, dryRun: dryRun.value, printer, operation: 'env updated', what: 'env update to pod template:' },
  );
  return together(failures);
}

/** Upstream: pkg/cmd/set/env/env_parse.go SplitEnvironmentFromResources. */
function splitEnv(
  args: readonly string[],
): { readonly resources: readonly string[]; readonly pairs: readonly string[] } | undefined {
  const isEnv = (word: string) => /.=/s.test(word) || word.endsWith('-');
  const first = args.findIndex(isEnv);
  if (first < 0) return { resources: args, pairs: [] };
  const pairs = args.slice(first);
  return pairs.every(isEnv) ? { resources: args.slice(0, first), pairs } : undefined;
}

function contradiction(flags: Flags, resources: readonly string[], dryRun: DryRun): Failure | undefined {
  const problem = localOnServer(flags, dryRun);
  if (problem !== undefined) return problem;
  if (namesNothing(flags, resources)) {
    return fail('one or more resources must be specified as <resource> <name> or <resource>/<name>');
  }
  if (flags.truth('list') && flags.text('output') !== '')
    return fail('--list and --output may not be specified together');
  if (flags.list('keys').length > 0 && flags.text('from') === '') {
    return fail('when specifying --keys, a configmap or secret must be provided with --from');
  }
  return undefined;
}

const nameRule =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')";

/** Upstream: env_parse.go parseIntoEnvVar. */
function parseEnv(specs: readonly string[], session: Session): EnvChange | Failure {
  const set: ValueMap[] = [];
  const removed: string[] = [];
  for (const spec of specs) {
    if (spec === '-') {
      const lines = session
        .input()
        .split('\n')
        .map((line) => line.replace(/#.*/s, ''));
      set.push(...lines.filter((line) => line.includes('=')).map(variableOf));
    } else if (spec.includes('=')) {
      const name = spec.slice(0, spec.indexOf('='));
      if (!/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name))
        return fail(`${quote(name)} is not a valid key name: ${nameRule}`);
      set.push(variableOf(spec));
    } else if (spec.endsWith('-')) removed.push(spec.slice(0, -1));
    else return fail(`unknown environment variable: ${spec}`);
  }
  if (removed.some((name) => set.some((variable) => variable.get('name') === name))) {
    return fail('can not both modify and remove the same environment variable in the same command');
  }
  return { kind: 'env', set, removed };
}

function variableOf(spec: string): ValueMap {
  const at = spec.indexOf('=');
  const value = spec.slice(at + 1);
  return new Map([['name', spec.slice(0, at)], ...(value === '' ? [] : [['value', value] as const])]);
}

/** Makes variables that refer to the keys of a ConfigMap or Secret. Upstream: set_env.go RunEnv. */
function importedFrom(session: Session, flags: Flags): readonly ValueMap[] | Failure {
  const selected = select(session, flags, { args: [flags.text('from')], allowAll: flags.truth('all'), latest: true });
  if (selected.kind === 'failure') return selected;
  const { infos, failed } = collectTyped(session, selected);
  if (failed !== undefined) return failed;
  const keys = flags.list('keys');
  const variables: ValueMap[] = [];
  for (const { object, version, name } of infos) {
    const reference = { ConfigMap: 'configMapKeyRef', Secret: 'secretKeyRef' }[version.resource.kind];
    if (reference === undefined) return fail('unsupported resource specified in --from');
    for (const key of sortedKeys(mapAt(object, 'data') ?? new Map())) {
      if (keys.length > 0 && !keys.includes(key)) continue;
      const called = key.replace(/[^a-zA-Z0-9_]/g, '_').toUpperCase();
      if (called !== key) session.err(`Warning: key ${key} transferred to ${called}\n`);
      const from = new Map([
        [
          reference,
          new Map([
            ['name', name],
            ['key', key],
          ]),
        ],
      ]);
      variables.push(
        new Map<string, Value>([
          ['name', called],
          ['valueFrom', from],
        ]),
      );
    }
  }
  return variables;
}

function warnUnmatched(session: Session, info: LoadedInfo, chosen: string): void {
  const containers = containersOf(info);
  if (containers === undefined || containers.some((container) => isChosen(container, chosen))) return;
  session.err(
    `Warning: ${info.version.resource.kind}/${info.name} does not have any containers matching ${quote(chosen)}\n`,
  );
}

/** Upstream: helper.go updateEnv, set_env.go validateNoOverwrites. */
function withEnv(container: ValueMap, { set, removed }: EnvChange, overwrite: boolean): ValueMap | Failure {
  const before = (listAt(container, 'env') ?? []).filter(isMap);
  const named = (list: readonly ValueMap[], name: Value | undefined) => list.find((each) => each.get('name') === name);
  if (!overwrite) {
    for (const variable of set) {
      const current = named(before, variable.get('name'));
      const value = textAt(current, 'value');
      if (current !== undefined && value !== textAt(variable, 'value')) {
        return fail(`'${current.get('name')}' already has a value (${value}), and --overwrite is false`);
      }
    }
  }
  const covered = new Set<Value | undefined>(removed);
  const after: ValueMap[] = [];
  for (const variable of [...before.map((each) => named(set, each.get('name')) ?? each), ...set]) {
    const name = variable.get('name');
    if (covered.has(name)) continue;
    if (set.includes(variable)) covered.add(name);
    after.push(variable);
  }
  return after.length === 0 ? withoutEntry(container, 'env') : withEntry(container, 'env', after);
}

function listEnv(session: Session, info: LoadedInfo, chosen: string, change: EnvChange): void {
  for (const container of containersOf(info) ?? []) {
    if (!isChosen(container, chosen)) continue;
    const after = withEnv(container, change, true);
    session.out(`# ${info.version.resource.kind} ${info.name}, container ${textAt(container, 'name')}\n`);
    for (const variable of ('kind' in after ? [] : (listAt(after, 'env') ?? [])).filter(isMap)) {
      const name = textAt(variable, 'name');
      const from = mapAt(variable, 'valueFrom');
      if (from === undefined) session.out(`${name}=${textAt(variable, 'value')}\n`);
      else session.out(`# ${name} from ${referenceText(from)}\n`);
    }
  }
}

/** Upstream: pkg/cmd/set/env/env_resolve.go GetEnvVarRefString. */
function referenceText(from: ValueMap): string {
  const text = (map: ValueMap | undefined, key: string) => textAt(map, key);
  const configMap = mapAt(from, 'configMapKeyRef');
  if (configMap !== undefined) return `configmap ${text(configMap, 'name')}, key ${text(configMap, 'key')}`;
  const secret = mapAt(from, 'secretKeyRef');
  if (secret !== undefined) return `secret ${text(secret, 'name')}, key ${text(secret, 'key')}`;
  const field = mapAt(from, 'fieldRef');
  if (field !== undefined) return `field path ${text(field, 'fieldPath')}`;
  const resource = mapAt(from, 'resourceFieldRef');
  if (resource === undefined) return 'invalid valueFrom';
  const container = text(resource, 'containerName');
  return `resource field ${container === '' ? '' : `${container}/`}${text(resource, 'resource')}`;
}
