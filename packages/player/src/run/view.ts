import { changeValue } from '@managed-fields/api-server';
import { isMap, listAt, mapAt, type ValueMap } from '@managed-fields/merge-engine';
import type { Outcome } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import type { AnnotatedText, Notice, StepView } from '../playback.ts';
import { admissionViews, objectName } from './admitted.ts';
import { annotate } from './annotate.ts';
import { conflictView } from './conflict-view.ts';
import { kubectl } from './kubectl.ts';
import { noticesOf } from './notices.ts';
import type { AdmittedObjects } from './play-state.ts';
import type { PlayedStep } from './played-step.ts';
import { firstProblems } from './problems.ts';
import { sentView } from './sent-view.ts';
import { tools } from './tools.ts';

/** Makes the view of a step: everything that the page shows of it. */
export function viewOf(played: PlayedStep): StepView {
  const { step, outcome, shown, target, built } = played;
  const result = shown === undefined ? undefined : annotatedResult(shown, target, played.after.admitted);
  const own = ownText(played);
  return {
    stepId: step.id,
    result,
    stale: outcome.status === 'error',
    own,
    conflict: outcome.status === 'conflict' ? conflictView(played) : undefined,
    request: built?.view,
    admission: admissionViews(played.trace, target?.version),
    notices: [...noticesOf(played), ...leftOut(own ?? result, outcome)],
    command: played.command === undefined ? undefined : kubectl().commandView(played),
    tool: played.tool === undefined ? undefined : tools().toolView(played),
    sent: sentView(played),
  };
}

/** The notices of fields and problems that are more than a page can draw. */
function leftOut(drawn: AnnotatedText | undefined, { problems }: Outcome): readonly Notice[] {
  const notice = (code: Notice['code'], first: number, left: number): Notice => ({
    code,
    data: { drawn: String(first), count: String(first + left) },
  });
  const fields = drawn?.fieldsLeftOut ?? 0;
  const unshown = problems.length - firstProblems(problems).length;
  return [
    ...(fields > 0 ? [notice('fields-left-out', drawn?.fields.length ?? 0, fields)] : []),
    ...(unshown > 0 ? [notice('problems-left-out', problems.length - unshown, unshown)] : []),
  ];
}

/** An object as kubectl prints it, with its owners. */
function annotatedResult(object: ValueMap, target: PlayedStep['target'], admitted: AdmittedObjects): AnnotatedText {
  return annotate(object, target?.version, printYaml(object), admitted.get(objectName(object)));
}

/** A pasted live object in its own text, with its owners. */
export function ownText(played: PlayedStep): AnnotatedText | undefined {
  const { step, text, target } = played;
  const { document } = text;
  const object = ownObject(played);
  if (step.kind !== 'live' || object === undefined || document === undefined) return undefined;
  const locate = document.locate.bind(document);
  return annotate(object, target?.version, { text: text.text, locate });
}

/**
 * The object of a pasted text. Where its managedFields have an older form, it gets the entries as the cluster read
 * them. Otherwise its own entries count: the controllers of a definition write its status at once, which the text does
 * not have.
 */
function ownObject({ text, outcome, shown, notices }: PlayedStep): ValueMap | undefined {
  const older = outcome.status === 'read' && notices.some(({ code }) => code === 'older-managed-fields');
  const entries = older ? listAt(mapAt(shown, 'metadata'), 'managedFields') : undefined;
  if (entries === undefined || text.object === undefined) return text.object;
  const changed = changeValue(text.object, [{ place: ['metadata', 'managedFields'], value: entries }]);
  return isMap(changed) ? changed : text.object;
}
