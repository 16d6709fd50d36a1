import { catalogOf, type RequestTrace, type ResourceVersion } from '@managed-fields/api-server';
import {
  type ExplainedConflict,
  equals,
  explainConflicts,
  isMap,
  mapAt,
  stringAt,
  type Value,
  type ValueMap,
  valueAt,
} from '@managed-fields/merge-engine';
import type { AnyStep } from '@managed-fields/scenario';
import { placeOfPath } from '@managed-fields/scenario';
import type { ConflictFieldView, ConflictView } from '../playback.ts';
import { preview } from '../preview.ts';
import { objectName } from './admitted.ts';
import { type Declared, declaredAmong, declaredInText } from './declared.ts';
import type { PlayedStep } from './played-step.ts';
import { isFieldConflict } from './refusal.ts';

/** An apply that was refused because others own the fields: the conflicts, and the text that declares the fields. */
export interface RefusedApply {
  /** The object on one line: `Deployment web`. */
  readonly object: string;
  readonly trace: RequestTrace;
  /** The kind of the object; undefined where it is not known. */
  readonly kind: ResourceVersion | undefined;
  readonly conflicts: readonly ExplainedConflict[];
  /** Undefined where the fields are declared in no text that can be changed. */
  readonly declared: Declared | undefined;
}

/** The conflicts of a step, for the page; undefined where the step has none. */
export function conflictView(played: PlayedStep): ConflictView | undefined {
  const { outcome, step } = played;
  if (outcome.status !== 'conflict') return undefined;
  const refused = refusedApplies(played);
  const { manager = '' }: AnyStep = step;
  return {
    message: outcome.message ?? '',
    manager: outcome.manager ?? manager,
    resolvable: refused.length > 0 && refused.every(({ declared }) => declared !== undefined),
    fields: refused.flatMap((apply) =>
      apply.conflicts.map((conflict): ConflictFieldView => {
        const { owner, time, live, declared, declaredPlace } = conflict;
        const range = declaredPlace === undefined ? undefined : apply.declared?.locate(declaredPlace)?.whole;
        const file = apply.declared?.file;
        return {
          key: keyOf(refused, apply, conflict),
          path: conflict.text,
          ...(refused.length > 1 ? { object: apply.object } : {}),
          owner: { ...owner, time },
          live: live === undefined ? undefined : preview(live),
          declared: declared === undefined ? undefined : preview(declared),
          ...admittedIn(played, apply.trace, conflict),
          range: file === undefined ? range : undefined,
          ...(file === undefined || range === undefined ? {} : { inFile: { file, range } }),
        };
      }),
    ),
  };
}

/** What wrote the live value of a conflicting field in admission. */
function admittedIn(
  { before }: PlayedStep,
  trace: RequestTrace,
  { text, live, declared }: ExplainedConflict,
): Pick<ConflictFieldView, 'admitted'> {
  const field = trace.before && before.admitted.get(objectName(trace.before))?.get(text);
  if (field === undefined || live === undefined || !equals(field.value, live)) return {};
  const isSame = field.found !== undefined && declared !== undefined && equals(field.found, declared);
  return { admitted: { ...field.by, isSame } };
}

/** The key of a conflicting field within a step: its path, behind its object where the step is about several. */
export function keyOf(refused: readonly RefusedApply[], { object }: RefusedApply, { text }: ExplainedConflict): string {
  return refused.length > 1 ? `${object} ${text}` : text;
}

/** The applies of a step that were refused: the step's own request, or requests of its command. */
export function refusedApplies(played: PlayedStep): readonly RefusedApply[] {
  const { trace, sent, outcome } = played;
  if (outcome.status !== 'conflict') return [];
  if (sent === undefined) {
    return trace === undefined ? [] : [refusedApply(played, trace, declaredInText(played))];
  }
  return sent
    .filter(({ response }) => isFieldConflict(response))
    .flatMap(({ request: { body }, trace: refused }) => {
      if (refused === undefined || body?.kind !== 'value' || !isMap(body.value)) return [];
      const declared = declaredAmong(played, body.value);
      return [refusedApply(played, refused, declared, body.value)];
    });
}

function refusedApply(
  played: PlayedStep,
  trace: RequestTrace,
  declared: Declared | undefined,
  sent: Value | undefined = trace.config,
): RefusedApply {
  const kind = catalogOf(played.after.cluster).findKind(trace.apiVersion, trace.kind);
  const config = declared?.value ?? sent;
  const object = nameOf(trace);
  if (kind === undefined || config === undefined) return { object, trace, kind, conflicts: [], declared };
  const conflicts = explainConflicts(trace.conflicts, trace.before, config, kind).map((conflict) => {
    if (conflict.declaredPlace !== undefined) return conflict;
    // A text may hold a field in another form than the server compared: another version, a defaulted key.
    const found = placeOfPath(config, conflict.text);
    const written: Value | undefined = found.whole ? valueAt(config, found.place) : undefined;
    return written === undefined ? conflict : { ...conflict, declared: written, declaredPlace: found.place };
  });
  return { object, trace, kind, conflicts, declared };
}

function nameOf({ kind, before }: { readonly kind: string; readonly before: ValueMap | undefined }): string {
  return `${kind} ${stringAt(mapAt(before, 'metadata'), 'name') ?? ''}`;
}
