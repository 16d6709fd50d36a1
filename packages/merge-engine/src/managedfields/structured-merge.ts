import { apply } from '../merge/apply.ts';
import type { Conflict } from '../merge/conflict.ts';
import type { MergeTrace } from '../merge/trace.ts';
import { update } from '../merge/update.ts';
import { asTyped } from '../typed/typed.ts';
import { validationErrorsToString } from '../typed/validation-error.ts';
import type { ValueMap } from '../value/value.ts';
import { describe } from './kind.ts';
import type { Managed } from './managed.ts';
import type { ManagedKind } from './managed-kind.ts';

/** The answer of recording an update. */
export type MergedUpdate =
  | { readonly kind: 'updated'; readonly managed: Managed; readonly trace: MergeTrace }
  | { readonly kind: 'error'; readonly message: string };

/** The answer of merging a configuration; `object` is at the hub version, undefined where nothing changed. */
export type MergedApply =
  | {
      readonly kind: 'applied';
      readonly object: ValueMap | undefined;
      readonly managed: Managed;
      readonly trace: MergeTrace;
    }
  | { readonly kind: 'conflict'; readonly conflicts: readonly Conflict[]; readonly trace: MergeTrace }
  | { readonly kind: 'error'; readonly message: string };

/**
 * Computes who owns what after an update. Objects are at the hub version and without managedFields.
 * Upstream: apimachinery pkg/util/managedfields/internal/structuredmerge.go Update.
 */
export function mergeUpdate(
  kind: ManagedKind,
  live: ValueMap,
  next: ValueMap,
  managed: Managed,
  identifier: string,
): MergedUpdate {
  const nextVersioned = kind.toCompared(next);
  if (nextVersioned.kind !== 'converted') {
    return failed(
      `failed to convert new object (${describe(next)}) to proper version (${kind.apiVersion})`,
      nextVersioned,
    );
  }
  const liveVersioned = kind.toCompared(live);
  if (liveVersioned.kind !== 'converted') {
    return liveFailed(live, liveVersioned);
  }
  const nextTyped = asTyped(nextVersioned.object, kind.type, { allowDuplicates: true, library: kind.library });
  if (nextTyped.kind === 'invalid') {
    const message = validationErrorsToString(nextTyped.errors);
    return failed(`failed to convert new object (${describe(nextVersioned.object)}) to smd typed`, { message });
  }
  const liveTyped = asTyped(liveVersioned.object, kind.type, { allowDuplicates: true, library: kind.library });
  if (liveTyped.kind === 'invalid') {
    const message = validationErrorsToString(liveTyped.errors);
    return failed(`failed to convert live object (${describe(liveVersioned.object)}) to smd typed`, { message });
  }
  const updated = update({
    live: liveTyped.typed,
    next: nextTyped.typed,
    version: kind.apiVersion,
    managers: managed.fields,
    manager: identifier,
    converter: kind.converter,
    ignored: (version) => kind.ignored(version),
    ...(kind.library === undefined ? {} : { library: kind.library }),
  });
  if (updated.kind === 'error') {
    return failed(`failed to update ManagedFields (${describe(nextVersioned.object)})`, updated);
  }
  return { kind: 'updated', managed: { ...managed, fields: updated.managers }, trace: updated.trace };
}

/**
 * Merges a configuration into the live object. The configuration is as it was sent, the live object at the hub version
 * and without managedFields. Upstream: structuredmerge.go Apply.
 */
export function mergeApply(
  kind: ManagedKind,
  live: ValueMap,
  config: ValueMap,
  managed: Managed,
  identifier: string,
  force: boolean,
): MergedApply {
  const liveVersioned = kind.toRequested(live);
  if (liveVersioned.kind !== 'converted') {
    return liveFailed(live, liveVersioned);
  }
  const configTyped = asTyped(config, kind.type, { allowDuplicates: false, library: kind.library });
  if (configTyped.kind === 'invalid') {
    const message = validationErrorsToString(configTyped.errors);
    return failed(`failed to create typed patch object (${describe(config)})`, { message });
  }
  const liveTyped = asTyped(liveVersioned.object, kind.type, { allowDuplicates: true, library: kind.library });
  if (liveTyped.kind === 'invalid') {
    const message = validationErrorsToString(liveTyped.errors);
    return failed(`failed to create typed live object (${describe(liveVersioned.object)})`, { message });
  }
  const applied = apply({
    live: liveTyped.typed,
    config: configTyped.typed,
    version: kind.apiVersion,
    managers: managed.fields,
    manager: identifier,
    force,
    converter: kind.converter,
    ignored: (version) => kind.ignored(version),
    ...(kind.library === undefined ? {} : { library: kind.library }),
  });
  if (applied.kind !== 'applied') return applied;
  const { trace } = applied;
  const after = { ...managed, fields: applied.managers };
  if (!applied.changed) return { kind: 'applied', object: undefined, managed: after, trace };
  if (kind.unconvertible !== undefined) {
    const why = { message: kind.unconvertible };
    return failed(`failed to convert new object (${describe(config)}) to proper version`, why);
  }
  const decoded = kind.decodeMerged(applied.object.value as ValueMap);
  if (decoded.kind !== 'converted') {
    return failed(`failed to convert new object (${describe(config)}) to proper version`, decoded);
  }
  const hub = kind.toHub(decoded.object);
  if (hub.kind !== 'converted') return failed(`failed to convert to unversioned (${describe(config)})`, hub);
  return { kind: 'applied', object: hub.object, managed: after, trace };
}

function liveFailed(live: ValueMap, why: { readonly message: string }) {
  return failed(`failed to convert live object (${describe(live)}) to proper version`, why);
}

function failed(what: string, why: { readonly message: string }): { kind: 'error'; message: string } {
  return { kind: 'error', message: `${what}: ${why.message}` };
}
