import { identityOf, type ValueMap } from '@managed-fields/merge-engine';
import type { FieldPathText, Scenario } from '@managed-fields/scenario';
import { putBack, type Rewriter } from '@managed-fields/tools/put-back';
import { declaredFields, lastAppliedPath, lastAppliedText, readLastApplied } from '../run/last-applied.ts';
import type { RunOptions } from '../run/run.ts';
import { type AskedField, fieldAfter } from './field-at.ts';

/**
 * Who writes a field of the object after a step again, if somebody changes it by hand; undefined where there is no such
 * field. The other objects of the cluster say when, where they are there.
 */
export function whoPutsBack(
  scenario: Scenario,
  stepId: string,
  path: FieldPathText,
  options: RunOptions,
): readonly Rewriter[] | undefined {
  const about = fieldAfter(scenario, stepId, path, options);
  return about && rewritersOf(about);
}

function rewritersOf({ asked, cluster, version, ownership, field }: AskedField): readonly Rewriter[] {
  const { object } = asked;
  const text = lastAppliedText(object);
  const entries = (ownership.owners ?? []).map(identityOf);
  const ownersOf = (path: FieldPathText) =>
    (ownership.fields.find((each) => each.text === path)?.owners ?? []).flatMap((index) => entries[index] ?? []);
  const declares = (config: ValueMap | undefined) => declaredFields(config, version.type).has(field.text);
  const scale = version.subresources.get('scale');
  return putBack({
    object,
    path: field.text,
    owners: ownersOf(field.text),
    entries,
    isInLastApplied: text === undefined ? undefined : declares(readLastApplied(text)),
    annotationOwners: ownersOf(lastAppliedPath),
    declares,
    replicasPath: scale?.kind === 'scale' ? `.${scale.specReplicas.join('.')}` : undefined,
    isBuiltIn: cluster.builtin.findKind(version.apiVersion, version.resource.kind) !== undefined,
    others: [...cluster.objects.values()].map((stored) => stored.object),
  });
}
