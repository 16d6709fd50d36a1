import { catalogOf, type ResourceVersion, throughJson } from '@managed-fields/api-server';
import {
  applyStrategicPatch,
  asTyped,
  equals,
  formatJson,
  isMap,
  mapAt,
  type PatchSchema,
  stringAt,
  threeWayStrategicPatch,
  type Value,
  type ValueMap,
  withoutEntry,
} from '@managed-fields/merge-engine';
import { empty, intersection } from '@managed-fields/merge-engine/fieldpath';
import { getManagedFields, readFieldsOf } from '@managed-fields/merge-engine/managedfields';
import { compare, removeItems } from '@managed-fields/merge-engine/typed';
import { type ArgoRule, isRuleOf, withoutIgnored, withTracking } from './argo-ignore.ts';
import { asFloats } from './float-numbers.ts';
import { openApiPatchSchema } from './openapi-patch-schema.ts';
import type { ToolSession } from './session.ts';

/** A manifest with the live values of ignored fields, or why there is none. */
export type Respected =
  | { readonly kind: 'target'; readonly target: ValueMap }
  | { readonly kind: 'error'; readonly message: string };

/** A live object and what becomes of it. */
export interface Pair {
  readonly live: ValueMap;
  readonly target: ValueMap;
  readonly version: ResourceVersion;
}

/**
 * A manifest as `RespectIgnoreDifferences=true` has it applied: ignored fields are taken out of it and of the live object,
 * what the live object lost thereby is patched into it, and what the patch changed besides is put back. Its status goes.
 * Upstream: argo-cd controller/sync.go normalizeTargetResources.
 */
export function respectIgnored(
  session: ToolSession,
  { live, target, version }: Pair,
  rules: readonly ArgoRule[],
  tracking: string,
): Respected {
  const trusted = trustedAlone({ live: withTracking(live, target, tracking), target, version }, rules);
  if (trusted.kind === 'error') return trusted;
  const compared = (object: ValueMap) =>
    withKnownTypes(session, throughJson(withoutIgnored(throughJson(object), rules)));
  const [before, wanted] = [compared(trusted.live), compared(trusted.target)];
  for (const each of [before, wanted]) {
    if ((stringAt(each, 'kind') ?? '') === '') return failed(`Object 'Kind' is missing in '${goJson(each)}'`);
  }
  const patched = withLiveFields(session, version, { live, before, wanted });
  if (patched.kind === 'error') return patched;
  return { kind: 'target', target: restored(patched.target, target, wanted, before) };
}

/** JSON as Go writes it: with sorted keys, and without characters that HTML has a use for. */
function goJson(object: ValueMap): string {
  const coded = (character: string) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  return formatJson(object, { sortKeys: true }).replace(/[<>&]/g, coded);
}

type Trusted = (Pair & { readonly kind: 'trusted' }) | { readonly kind: 'error'; readonly message: string };

/**
 * Takes out of both objects what differs and a trusted manager owns. Upstream: argo-cd util/argo/managedfields
 * managed_fields.go Normalize, called by util/argo/diff/diff.go preDiffNormalize.
 */
function trustedAlone({ live, target, version }: Pair, rules: readonly ArgoRule[]): Trusted {
  const managers = new Set(rules.filter((rule) => isRuleOf(rule, target)).flatMap((rule) => rule.managers));
  const same: Trusted = { kind: 'trusted', live, target, version };
  if (managers.size === 0) return same;
  const options = { allowDuplicates: false };
  const [left, right] = [asTyped(live, version.type, options), asTyped(target, version.type, options)];
  if (left.kind === 'invalid' || right.kind === 'invalid') return same;
  const compared = compare(left.typed, right.typed);
  if (compared.kind === 'invalid') return same;
  let [before, after] = [left.typed, right.typed];
  for (const entry of getManagedFields(live) ?? []) {
    if (!managers.has(entry.manager)) continue;
    const read = readFieldsOf(entry);
    if (read.kind === 'error') {
      return { kind: 'error', message: `error normalizing manager ${entry.manager}: ${read.message}` };
    }
    const owned = intersection(read.set, compared.comparison.modified);
    if (empty(owned)) continue;
    before = removeItems(before, owned);
    after = removeItems(after, owned);
  }
  if (!isMap(before.value) || !isMap(after.value)) return same;
  return { kind: 'trusted', live: before.value, target: after.value, version };
}

/**
 * A Rollout whose pods are written as the type of pods writes them. Upstream: argo-cd
 * util/argo/normalizers/knowntypes_normalizer.go, without fields that settings name.
 */
function withKnownTypes(session: ToolSession, object: ValueMap): ValueMap {
  const isRollout = /^argoproj\.io\//.test(String(object.get('apiVersion'))) && object.get('kind') === 'Rollout';
  const [spec, template] = [mapAt(object, 'spec'), mapAt(mapAt(object, 'spec'), 'template')];
  const pods = mapAt(template, 'spec');
  const pod = catalogOf(session.cluster).findKind('v1', 'Pod');
  if (!isRollout || pods === undefined || pod === undefined) return object;
  const whole: ValueMap = new Map<string, Value>([
    ['apiVersion', 'v1'],
    ['kind', 'Pod'],
    ['spec', pods],
  ]);
  const decoded = pod.decode(whole, 'client');
  const written = decoded.kind === 'decoded' ? decoded.object.get('spec') : undefined;
  if (written === undefined) return object;
  return new Map(object).set('spec', new Map(spec).set('template', new Map(template).set('spec', written)));
}

interface Three {
  readonly live: ValueMap;
  /** The live object without what is ignored. */
  readonly before: ValueMap;
  /** The manifest without what is ignored. */
  readonly wanted: ValueMap;
}

/** Upstream: argo-cd controller/sync.go getMergePatch, applyMergePatch. */
function withLiveFields(session: ToolSession, version: ResourceVersion, { live, before, wanted }: Three): Respected {
  const schema = version.patchType ?? customPatchSchema(session, version);
  const isCustom = version.patchType === undefined;
  const current = withoutEntry(before, 'status');
  const modified = throughJson(withoutEntry(live, 'status'));
  const made = threeWayStrategicPatch({ original: modified, modified, current }, schema, true);
  if (made.kind !== 'patch') return failed(made.kind === 'conflict' ? 'conflict' : made.message);
  const merged = isCustom
    ? applyStrategicPatch(asFloats(wanted), asFloats(made.patch), schema)
    : applyStrategicPatch(wanted, made.patch, schema);
  if (merged.kind === 'error') return failed(merged.message);
  return { kind: 'target', target: throughJson(merged.object) };
}

function failed(message: string): Respected {
  return { kind: 'error', message };
}

function customPatchSchema(session: ToolSession, version: ResourceVersion): PatchSchema {
  const plain = catalogOf(session.cluster).findKind('v1', 'ConfigMap')?.patchType;
  const metadata = plain?.struct('metadata') ?? { kind: 'error', reason: 'other', message: '' };
  const [group = '', name = ''] = version.apiVersion.split('/');
  const published = [...group.split('.').toReversed(), name, version.resource.kind].join('.');
  return openApiPatchSchema(version.written?.root, metadata, published);
}

/**
 * Puts back what is not ignored and was changed, dropped or added by a patch that replaces what is above an ignored field.
 * Upstream: argo-cd controller/sync.go restoreNonIgnoredFields.
 */
function restored(patched: ValueMap, original: ValueMap, wanted: ValueMap, before: ValueMap | undefined): ValueMap {
  const result = new Map(patched);
  for (const [key, value] of original) {
    const [now, kept] = [patched.get(key), wanted.get(key)];
    if (isMap(now) && isMap(value) && isMap(kept)) {
      result.set(key, restored(now, value, kept, mapAt(before, key)));
    } else if (kept !== undefined && equals(kept, value) && (now === undefined || !equals(now, value))) {
      result.set(key, value);
    }
  }
  for (const key of patched.keys()) if (!original.has(key) && before?.has(key) === true) result.delete(key);
  return result;
}
