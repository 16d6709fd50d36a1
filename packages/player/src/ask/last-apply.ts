import { catalogOf, type RequestTrace } from '@managed-fields/api-server';
import { type FieldOwnership, isMap, locate, type OwnerIdentity } from '@managed-fields/merge-engine';
import type { NewStep, Step } from '@managed-fields/scenario';
import { changeText, placeOfPath } from '@managed-fields/scenario';
import { type Declared, declaredAmong, declaredInText } from '../run/declared.ts';
import type { PlayedStep } from '../run/played-step.ts';
import type { Target } from '../run/target.ts';
import { isAbout } from './episodes.ts';
import { withDeclaredText } from './resolve.ts';

/** Fields with their paths. */
export type Fields = readonly Pick<FieldOwnership, 'path' | 'text'>[];

/**
 * The step by which an applier gives up fields as its user would: its last apply without them, with comments and order
 * kept. Undefined where no step applied under that name, or the text of the last one does not have the fields.
 */
export function lastApplyWithout(
  played: readonly PlayedStep[],
  owner: OwnerIdentity,
  target: Target,
  fields: Fields,
): NewStep | undefined {
  for (const step of played.toReversed()) {
    const trace = appliedBy(step, owner, target);
    if (trace === undefined) continue;
    const declared = step.sent === undefined ? declaredInText(step) : declaredOf(step, trace);
    return declared === undefined ? undefined : without(step, trace, declared, fields);
  }
  return undefined;
}

/** The request by which a step applied successfully in the name of an owner. */
function appliedBy({ step, trace, sent }: PlayedStep, owner: OwnerIdentity, target: Target): RequestTrace | undefined {
  const written = sent?.filter(({ request }) => !request.query.has('dryRun')).map((each) => each.trace);
  const own = 'dryRun' in step && step.dryRun ? [] : [trace];
  return (written ?? own).findLast(
    (each) =>
      each?.operation === 'Apply' &&
      each.manager === owner.manager &&
      each.subresource === owner.subresource &&
      each.after !== undefined &&
      isAbout(each, target),
  );
}

function declaredOf(step: PlayedStep, { config }: RequestTrace): Declared | undefined {
  return isMap(config) ? declaredAmong(step, config) : undefined;
}

function without(played: PlayedStep, trace: RequestTrace, declared: Declared, fields: Fields): NewStep | undefined {
  const type = catalogOf(played.after.cluster).findKind(trace.apiVersion, trace.kind)?.type;
  const places = fields.flatMap(({ path, text }) => {
    const place = type && locate(declared.value, type, path);
    if (place !== undefined) return [place];
    const found = placeOfPath(declared.value, text);
    return found.whole ? [found.place] : [];
  });
  if (places.length === 0) return undefined;
  const changes = places.map((place) => ({ place: [...declared.root, ...place], value: undefined }));
  const text = changeText(declared.text, changes, declared.document);
  return bare(withDeclaredText(played.step, declared, text));
}

/** The step without its id, name and note, to be played again elsewhere. */
function bare({ id: _, name: __, note: ___, ...step }: Step): NewStep {
  return step;
}
