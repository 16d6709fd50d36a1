import {
  mapAt,
  metadataText,
  quote,
  type Value,
  type ValueMap,
  withEntry,
  withMetadata,
} from '@managed-fields/merge-engine';
import { type Applying, patchThere, warnIfDeleting } from './apply-client.ts';
import { create, get, patch } from './client.ts';
import { exitSilently, type Failure, fail, hasReason, notPlayed } from './failure.ts';
import type { Flags } from './flags.ts';
import type { LoadedInfo } from './info.ts';
import { configurationOf } from './last-applied.ts';
import { kindText } from './mapping.ts';
import { requireFiles, usageFailure } from './options.ts';
import { partsOf } from './parts-of.ts';
import { prunedResources, unvisitedObjects } from './prune.ts';
import { select, visitUntilFailure } from './selection.ts';
import type { Session } from './session.ts';
import { unifiedDiff } from './unified-diff.ts';

/** How often a diff is tried when the object changes meanwhile. */
const tries = 4;

/**
 * `kubectl diff`. The exit code is 1 where there are differences, and above 1 where the command fails.
 * Upstream: k8s.io/kubectl pkg/cmd/diff/diff.go.
 */
export function runDiff(session: Session, flags: Flags): Failure | undefined {
  if (flags.args.length > 0) return usageFailure('kubectl diff', `Unexpected args: [${flags.args.join(' ')}]`);
  const missing = requireFiles(flags);
  if (missing !== undefined) return missing;
  const serverSide = flags.truth('server-side');
  if (flags.truth('force-conflicts') && !serverSide) return fail('--force-conflicts only works with --server-side');
  const resources = flags.truth('prune') ? prunedResources(session, flags.list('prune-allowlist')) : undefined;
  if (resources?.kind === 'failure') return resources;
  const manager = serverSide && !flags.changed('field-manager') ? 'kubectl' : flags.text('field-manager');
  const selected = select(session, flags, {});
  if (selected.kind === 'failure') return selected;
  const live = new Map<string, string>();
  const merged = new Map<string, string>();
  const uids = new Set<string>();
  const namespaces = new Set<string>();
  const failed = visitUntilFailure(selected, (info) => {
    const local: LoadedInfo = { ...info, object: info.object ?? new Map() };
    const pair = pairOf(session, flags, local, manager, (object) => {
      uids.add(metadataText(object, 'uid'));
      if (info.version.resource.namespaced) namespaces.add(info.namespace);
    });
    if (pair.kind === 'failure') return pair;
    const name = fileName(local);
    const [from, to] = shown(flags, local, pair);
    live.set(name, from === undefined ? absentText(flags, local) : session.host.printYaml(from));
    merged.set(name, session.host.printYaml(to));
    return undefined;
  });
  if (resources !== undefined) {
    const scope = { namespaces: [...namespaces], selector: flags.text('selector'), visitedUids: uids };
    for (const { version, object } of unvisitedObjects(session, resources, scope)) {
      const [name, namespace] = [metadataText(object, 'name'), metadataText(object, 'namespace')];
      live.set(fileName({ version, name, namespace }), session.host.printYaml(object));
    }
  }
  return failed ?? compare(session, live, merged);
}

function compare(
  session: Session,
  live: ReadonlyMap<string, string>,
  merged: ReadonlyMap<string, string>,
): Failure | undefined {
  const program = session.env('KUBECTL_EXTERNAL_DIFF');
  if (session.host.diff === undefined && !isUnified(program)) return notPlayed({ kind: 'program', program });
  const { stdout, stderr, exitCode } = session.host.diff?.(live, merged) ?? unifiedDiff(live, merged);
  session.out(stdout);
  session.err(stderr);
  if (exitCode === 0) return undefined;
  if (exitCode === 1) return exitSilently(1);
  return { ...fail(`failed to run ${quote(partsOf(program, ' ')[0])}: exit status ${exitCode}`), exitCode: 2 };
}

/**
 * Whether a program with its flags, or none, prints what `diff -u -N` does, which tells its flags as they were given. Words with
 * other characters are left out. Upstream: diff.go DiffProgram.getCommand.
 */
function isUnified(program: string): boolean {
  const [name, ...words] = program.split(' ');
  const flags = words.filter((word) => /^[a-zA-Z0-9=-]+$/.test(word));
  return program === '' || [name, ...flags].join(' ') === 'diff -u -N';
}

/** The object before and after the apply. */
interface Pair {
  readonly kind: 'pair';
  readonly live: ValueMap | undefined;
  readonly merged: ValueMap;
}

function pairOf(
  session: Session,
  flags: Flags,
  info: LoadedInfo,
  manager: string,
  visited: (object: ValueMap) => void,
): Pair | Failure {
  for (let round = 1; ; round++) {
    const got = get(session, info);
    if (got.kind === 'failure' && !hasReason(got, 'NotFound')) return got;
    const live = got.kind === 'failure' ? undefined : got.object;
    const locked = round < tries;
    if (!locked) {
      session.err(`W diff.go] Object (${kindText(info.version)}: ${info.name}) keeps changing, diffing without lock\n`);
    }
    if (live !== undefined) visited(live);
    const made = mergedOf(session, flags, info, live, manager, locked);
    if (!('kind' in made)) {
      if (live !== undefined) warnIfDeleting({ session }, { ...info, object: live });
      return { kind: 'pair', live, merged: made };
    }
    if (round === tries || !hasReason(made, 'Conflict')) return made;
  }
}

/** Upstream: diff.go InfoObject.Merged. */
function mergedOf(
  session: Session,
  flags: Flags,
  info: LoadedInfo,
  live: ValueMap | undefined,
  manager: string,
  locked: boolean,
): ValueMap | Failure {
  const write = { fieldManager: manager, dryRun: true };
  if (flags.truth('server-side')) {
    const got = patch(session, info, 'apply', info.object, { ...write, force: flags.truth('force-conflicts') });
    return got.kind === 'failure' ? got : got.object;
  }
  if (live === undefined) {
    const got = create(session, info, info.object, write);
    return got.kind === 'failure' ? got : got.object;
  }
  const applying: Applying = {
    session,
    dryRun: 'server',
    write,
    manager,
    forceConflicts: false,
    overwrite: true,
    force: false,
    cascade: 'Background',
    gracePeriod: -1n,
    ...(locked ? { resourceVersion: 'locked' } : {}),
    visited: () => undefined,
  };
  const patched = patchThere(applying, { ...info, object: live }, configurationOf(info.object));
  return patched.kind === 'failed' ? patched.failure : patched.object;
}

/** `apps.v1.Deployment.default.web` */
function fileName({ version, namespace, name }: Pick<LoadedInfo, 'version' | 'namespace' | 'name'>): string {
  const { group, kind } = version.resource;
  return `${group === '' ? '' : `${group}.`}${version.version}.${kind}.${namespace}.${name}`;
}

function shown(
  flags: Flags,
  { version }: LoadedInfo,
  { live, merged }: Pair,
): readonly [ValueMap | undefined, ValueMap] {
  const bare = (object: ValueMap) =>
    flags.truth('show-managed-fields') ? object : withMetadata(object, 'managedFields', undefined);
  const [from, to] = [live && bare(live), bare(merged)];
  if (!isMasked(flags, version)) return [from, to];
  return [from && masked(from, to, '(before)'), masked(to, from, '(after)')];
}

/** The text of an absent object. A masked Secret that is absent is printed as null. */
function absentText(flags: Flags, { version }: LoadedInfo): string {
  return isMasked(flags, version) ? 'null\n' : '';
}

function isMasked(flags: Flags, { version, resource }: LoadedInfo['version']): boolean {
  return !flags.truth('show-secrets') && version === 'v1' && resource.kind === 'Secret';
}

/** Replaces the values of a Secret by asterisks, and marks those that differ. Upstream: diff.go Masker. */
function masked(object: ValueMap, other: ValueMap | undefined, mark: string): ValueMap {
  const data = mapAt(object, 'data');
  if (data === undefined) return object;
  const others = mapAt(other, 'data');
  const hidden = [...data].map(([key, value]): [string, Value] => {
    const differs = others?.has(key) === true && others.get(key) !== value;
    return [key, differs ? `*** ${mark}` : '***'];
  });
  return withEntry(object, 'data', new Map(hidden));
}
