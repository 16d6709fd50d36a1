import {
  type AdmissionStep,
  catalogOf,
  differenceOf,
  type RequestTrace,
  type ResourceVersion,
} from '@managed-fields/api-server';
import {
  type ExplainedKind,
  equals,
  type FieldOwnership,
  metadataText,
  type Value,
  type ValueMap,
} from '@managed-fields/merge-engine';
import type { AdmissionView, AdmittedBy } from '../playback.ts';
import { preview } from '../preview.ts';
import type { AdmittedField, AdmittedFields, AdmittedObjects } from './play-state.ts';
import type { PlayedStep } from './played-step.ts';

/**
 * What admission wrote in the objects of a scenario after a step. A field leaves the list when its object goes, when an
 * apply sends its value, or when it gets another value.
 */
export function admittedAfter(played: PlayedStep): AdmittedObjects {
  const traces = played.sent?.flatMap(({ trace }) => trace ?? []) ?? (played.trace === undefined ? [] : [played.trace]);
  let admitted = played.before.admitted;
  if (played.outcome.status === 'conflict' || played.outcome.status === 'error') return admitted;
  if ('dryRun' in played.step && played.step.dryRun === true) return admitted;
  for (const trace of traces) {
    const object = trace.after ?? trace.before;
    const version = object === undefined ? undefined : kindOf(played, trace);
    if (object === undefined || version === undefined || trace.operation === 'Get') continue;
    const name = objectName(object);
    const fields = new Map(trace.after === undefined ? [] : admitted.get(name));
    if (fields.size > 0) for (const text of sentBy(trace, version)) fields.delete(text);
    for (const each of trace.after === undefined ? [] : trace.admission) addFields(fields, each, version);
    if (fields.size > 0 || admitted.has(name)) admitted = new Map(admitted).set(name, fields);
  }
  return admitted;
}

/** What an object is called in `AdmittedObjects`. */
export function objectName(object: ValueMap): string {
  return [object.get('kind'), metadataText(object, 'namespace'), metadataText(object, 'name')].join('/');
}

function kindOf({ after }: PlayedStep, { apiVersion, kind }: RequestTrace): ResourceVersion | undefined {
  return catalogOf(after.cluster).findKind(apiVersion, kind);
}

function addFields(fields: Map<string, AdmittedField>, step: AdmissionStep, kind: ExplainedKind): void {
  for (const { text, before, after } of differenceOf(step.before, step.after, kind).values) {
    if (after === undefined) fields.delete(text);
    else fields.set(text, { value: after, found: before, by: writerOf(step) });
  }
}

/** The fields that an apply sends, so that their values are the applier's own. */
function sentBy({ config }: RequestTrace, kind: ExplainedKind): readonly string[] {
  return config === undefined ? [] : differenceOf(undefined, config, kind).values.map(({ text }) => text);
}

function writerOf({ plugin, by }: AdmissionStep): AdmittedBy {
  return by === undefined ? { plugin } : { plugin, by };
}

/** Who wrote the value of a field in admission; undefined where nobody did, or where the value is another one now. */
export function admittedBy(
  fields: AdmittedFields | undefined,
  { text, value }: FieldOwnership,
): AdmittedBy | undefined {
  const field = fields?.get(text);
  return field === undefined || value === undefined || !equals(field.value, value) ? undefined : field.by;
}

/** What admission wrote into a field of an object in a step itself, where the value is still that. */
export function admittedNow(
  { before, after }: Pick<PlayedStep, 'before' | 'after'>,
  object: ValueMap,
  text: string,
  value: Value | undefined,
): AdmittedField | undefined {
  const name = objectName(object);
  const field = after.admitted.get(name)?.get(text);
  const isNew = field !== undefined && field !== before.admitted.get(name)?.get(text);
  return isNew && value !== undefined && equals(field.value, value) ? field : undefined;
}

/** What each plugin changed in the object of a request, for people. */
export function admissionViews(
  trace: RequestTrace | undefined,
  kind: ExplainedKind | undefined,
): readonly AdmissionView[] {
  if (trace === undefined || kind === undefined) return [];
  return trace.admission.map((step) => ({
    ...writerOf(step),
    changes: differenceOf(step.before, step.after, kind).values.map(({ text, before, after }) => ({
      path: text,
      ...(before === undefined ? {} : { before: preview(before) }),
      ...(after === undefined ? {} : { after: preview(after) }),
    })),
  }));
}
