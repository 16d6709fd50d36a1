import { type ExplainedConflict, explainConflicts, type Value, valueAt } from '@managed-fields/merge-engine';
import { placeOfPath } from '../path-text.ts';
import type { ConflictFieldView, ConflictView } from '../playback.ts';
import { preview } from '../preview.ts';
import type { PlayedStep } from './played-step.ts';

/** What a refused apply says about its conflicts; undefined where the step met none. */
export function conflictView(played: PlayedStep): ConflictView | undefined {
  const { outcome, text } = played;
  if (outcome.status !== 'conflict') return undefined;
  return {
    message: outcome.message ?? '',
    fields: conflictsOf(played).map((conflict): ConflictFieldView => {
      const { owner, time, live, declared, declaredPlace } = conflict;
      return {
        path: conflict.text,
        owner: { ...owner, time },
        live: live === undefined ? undefined : preview(live),
        declared: declared === undefined ? undefined : preview(declared),
        range: declaredPlace === undefined ? undefined : text.document?.locate(declaredPlace)?.whole,
      };
    }),
  };
}

/**
 * The conflicts of a refused apply with both values, as the step's text has them. A field that the text holds in
 * another form than the server compared (another version, a defaulted key) is found by what messages call it.
 */
export function conflictsOf({ trace, text, target }: PlayedStep): readonly ExplainedConflict[] {
  if (trace === undefined || target === undefined || text.value === undefined) return [];
  const config = text.value;
  return explainConflicts(trace.conflicts, trace.before, config, target.version.type).map((conflict) => {
    if (conflict.declaredPlace !== undefined) return conflict;
    const found = placeOfPath(config, conflict.text);
    const declared: Value | undefined = found.whole ? valueAt(config, found.place) : undefined;
    return declared === undefined ? conflict : { ...conflict, declared, declaredPlace: found.place };
  });
}
