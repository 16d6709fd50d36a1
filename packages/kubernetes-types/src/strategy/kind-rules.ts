import type { Deletion, Strategy, User, WriteContext } from '@managed-fields/api-server';
import type { ValueMap } from '@managed-fields/merge-engine';
import { type Feature, isOn } from '../features.ts';
import { type Errors, inVersions } from '../validation/errors.ts';
import type { Checks, KindChecks } from '../validation/kind-checks.ts';
import { number, struct, withAt, withFieldOf, withoutAt } from '../validation/object.ts';
import { sameAt } from '../validation/semantic.ts';
import { holdsFor, type PlayedVersion, type ReleasesHeld } from '../versions.ts';
import { type FeatureFields, withoutFeatures } from './disabled-fields.ts';

/** The strategy of a kind, as data where possible. Upstream: the strategies in k8s.io/kubernetes pkg/registry. */
export interface KindRules {
  /** Whether a PUT may create. */
  readonly createOnUpdate?: true;
  /** Whether an update has to name the resourceVersion that it changes. */
  readonly conditionalUpdate?: true;
  /** The status of a new object, whatever the request says; absent where the kind has no status of its own. */
  readonly status?: ValueMap;
  /** Whether the status of a new object is kept as the client sent it: nodes bring theirs. */
  readonly clientStatus?: true;
  /** The paths of fields, besides the spec, that an update of the status keeps. */
  readonly statusKeeps?: readonly (readonly string[])[];
  /** Fields of features, dropped where the feature is off and the old object has none of them. */
  readonly features?: FeatureFields;
  /** Whether these fields count for the generation before they are dropped. */
  readonly lateFeatures?: true;
  /** The feature gate that counts generations; absent where they always count. */
  readonly generationOf?: Feature;
  /** The releases in which generations are counted; absent: all. */
  readonly generationIn?: ReleasesHeld;
  /** The paths whose change counts as a new generation. */
  readonly generation?: readonly (readonly string[])[];
  /** Whether a new object has no generation, though changes count. */
  readonly noFirstGeneration?: true;
  /** What a new object gets of the user who sends it. */
  begin?(object: ValueMap, user: User): ValueMap;
  /** Any other change of the object; `old` is undefined for a create. Runs before the generation is counted. */
  prepare?(
    object: ValueMap,
    old: ValueMap | undefined,
    subresource: string,
    version: PlayedVersion,
    asked: WriteContext,
  ): ValueMap;
  /** Runs after the generation was counted. */
  finish?(object: ValueMap, old: ValueMap | undefined, subresource: string): ValueMap;
  /** The way in which it is deleted, where that is special. */
  readonly deletion?: Deletion;
}

/**
 * The metadata that an update of a status cannot change.
 * Upstream: k8s.io/apimachinery pkg/apis/meta/v1 ResetObjectMetaForStatus.
 */
export const statusMetadata: readonly (readonly string[])[] = [
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'selfLink',
  'labels',
  'annotations',
  'finalizers',
  'ownerReferences',
].map((field) => ['metadata', field]);

/**
 * Makes the strategy of a kind from its rules in a version of Kubernetes. Without `all` nothing is refused or warned
 * about; `checks` are the kind's own among them.
 */
export function strategyOf(
  kindRules: KindRules,
  version: PlayedVersion,
  all: Checks | undefined,
  checks: KindChecks = {},
): Strategy {
  const rules = rulesAt(kindRules, version);
  const shown = (errors: Errors) => all?.shown(version, errors) ?? [];
  const warned = (warnings: readonly string[]) => all?.warned(version, warnings) ?? [];
  const warn = (object: ValueMap) => warned(checks.warn?.(object, version) ?? []);
  return {
    ...(rules.deletion === undefined ? {} : { deletion: rules.deletion }),
    ...(checks.fails === undefined ? {} : { fails: checks.fails }),
    ...(checks.answer === undefined ? {} : { answer: checks.answer }),
    ...(checks.deniedGrant === undefined ? {} : { deniedGrant: checks.deniedGrant }),
    ...(checks.deniedReads === undefined ? {} : { deniedReads: checks.deniedReads }),
    allowCreateOnUpdate: rules.createOnUpdate === true,
    allowUnconditionalUpdate: rules.conditionalUpdate !== true,
    prepareForCreate: (object, asked) => prepareForCreate(rules, rules.begin?.(object, asked.user) ?? object, asked),
    prepareForUpdate: (object, old, subresource, asked) => prepareForUpdate(rules, object, old, subresource, asked),
    validateCreate: (object, namespace, _, dryRun) => shown(checks.validate?.(object, namespace, dryRun) ?? []),
    validateUpdate: (object, old, subresource, namespace, _, dryRun, now = '') =>
      shown(
        isMain(subresource)
          ? updateErrors(checks, object, old, dryRun)
          : (checks.validateSubresource?.(object, old, subresource, namespace, now) ?? []),
      ),
    ...(checks.warnPrepared === undefined ? {} : { preparationWarnings: checks.warnPrepared }),
    warningsOnCreate: warn,
    warningsOnUpdate: (object, old, subresource) =>
      isMain(subresource)
        ? checks.warnUpdate === undefined
          ? warn(object)
          : warned(checks.warnUpdate(object, old, version))
        : warned(checks.warnSubresource?.(object, old, subresource) ?? []),
  };
}

/** Complaints about a change, after those about a new object in versions that make both. */
function updateErrors(checks: KindChecks, object: ValueMap, old: ValueMap, dryRun = false): Errors {
  const errors = checks.validateUpdate?.(object, old, dryRun) ?? [];
  if (checks.createErrorsOnUpdate === undefined) return errors;
  return [...inVersions(checks.createErrorsOnUpdate, checks.validate?.(object) ?? []), ...errors];
}

/** The rules in one version. */
interface RulesAt extends Omit<KindRules, 'prepare' | 'features' | 'lateFeatures' | 'generationOf' | 'generationIn'> {
  prepare(object: ValueMap, old: ValueMap | undefined, subresource: string, asked: WriteContext): ValueMap;
}

function rulesAt(rules: KindRules, version: PlayedVersion): RulesAt {
  const { features = {}, lateFeatures, generationOf, generationIn = {}, generation, ...rest } = rules;
  const isCounted = (generationOf === undefined || isOn(generationOf, version)) && holdsFor(generationIn, version);
  const counts = generation !== undefined && isCounted;
  const strip = (object: ValueMap, old: ValueMap | undefined) => withoutFeatures(object, old, features, version);
  return {
    ...rest,
    ...(counts ? { generation } : {}),
    prepare: (object, old, subresource, asked) => {
      const prepared = rules.prepare?.(object, old, subresource, version, asked) ?? object;
      return lateFeatures ? prepared : strip(prepared, old);
    },
    finish: (object, old, subresource) => {
      const finished = rules.finish?.(object, old, subresource) ?? object;
      return lateFeatures ? strip(finished, old) : finished;
    },
  };
}

/** Whether a request changes the whole object; scaling does, under another name. */
function isMain(subresource: string): boolean {
  return subresource === '' || subresource === 'scale';
}

function prepareForCreate(rules: RulesAt, object: ValueMap, asked: WriteContext): ValueMap {
  let result = object;
  if (rules.status !== undefined && rules.clientStatus !== true) result = withAt(result, ['status'], rules.status);
  result = rules.prepare(result, undefined, '', asked);
  if (rules.generation !== undefined && rules.noFirstGeneration !== true) {
    result = withAt(result, ['metadata', 'generation'], 1n);
  }
  return rules.finish?.(result, undefined, '') ?? result;
}

function prepareForUpdate(
  rules: RulesAt,
  object: ValueMap,
  old: ValueMap,
  subresource: string,
  asked: WriteContext,
): ValueMap {
  if (subresource === 'status') {
    const kept = [['spec'], ...(rules.statusKeeps ?? [])].reduce((result, path) => keep(result, old, path), object);
    return rules.prepare(kept, old, subresource, asked);
  }
  let result = object;
  if (rules.status !== undefined && isMain(subresource)) result = withFieldOf(result, old, 'status');
  result = rules.prepare(result, old, subresource, asked);
  const changed = rules.generation?.some((path) => !sameAt(result, old, ...path)) === true;
  if (changed) result = withGenerationAfter(result, old);
  return rules.finish?.(result, old, subresource) ?? result;
}

/** The object with the generation after that of the old one. */
export function withGenerationAfter(object: ValueMap, old: ValueMap): ValueMap {
  const generation = BigInt(number(struct(old, 'metadata'), 'generation')) + 1n;
  return withAt(object, ['metadata', 'generation'], generation);
}

/** The object with what the old one has at a path, or without it. */
export function keep(object: ValueMap, old: ValueMap, path: readonly string[]): ValueMap {
  const [field, ...rest] = path;
  if (field === undefined) return object;
  if (rest.length === 0) return withFieldOf(object, old, field);
  const inner = old.get(field);
  if (!(inner instanceof Map)) return withoutAt(object, path);
  return withAt(object, [field], keep(struct(object, field), inner, rest));
}
