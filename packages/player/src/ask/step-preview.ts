import { catalogOf, differenceOf, type OwnerChange, type RequestTrace } from '@managed-fields/api-server';
import { mapAt, stringAt, type ValueMap } from '@managed-fields/merge-engine';
import type { FieldPathText, Outcome } from '@managed-fields/scenario';
import type { AnnotatedText } from '../playback.ts';
import { preview } from '../preview.ts';
import { annotateObject } from '../run/annotate.ts';
import type { PlayedStep } from '../run/played-step.ts';

/** The result that a step would have. Plain data that a worker can post. */
export interface StepPreview {
  readonly status: Outcome['status'];
  /** The HTTP status code; absent for commands and tools. */
  readonly code?: number;
  /** The server's message, if it would refuse. */
  readonly message?: string;
  readonly warnings: readonly string[];
  /** The objects that would change; none if the step would fail. */
  readonly objects: readonly ObjectChange[];
}

/** The changes of one object. */
export interface ObjectChange {
  /** `Deployment web` */
  readonly object: string;
  readonly values: readonly ValueChangeView[];
  /** The fields that owners gain and lose. */
  readonly owners: readonly OwnerChange[];
  /** The object with its owners after the step; undefined if it would not exist. */
  readonly result: AnnotatedText | undefined;
}

/** A field whose value changes, with both values on one line; undefined where the object does not have it. */
export interface ValueChangeView {
  readonly path: FieldPathText;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The preview of a step that was played but is not in the scenario. */
export function stepPreviewOf(played: PlayedStep): StepPreview {
  const { outcome } = played;
  return {
    status: outcome.status,
    ...(outcome.code === undefined ? {} : { code: outcome.code }),
    ...(outcome.message === undefined ? {} : { message: outcome.message }),
    warnings: outcome.warnings,
    objects: objectChanges(played),
  };
}

/** The changes of each object that a step wrote, or would have written in a dry run. */
export function objectChanges(played: PlayedStep): readonly ObjectChange[] {
  const catalog = catalogOf(played.after.cluster);
  const written = new Map<string, { readonly first: RequestTrace; last: RequestTrace }>();
  for (const trace of writesOf(played)) {
    const name = nameOf(trace);
    const known = written.get(name);
    if (known === undefined) written.set(name, { first: trace, last: trace });
    else known.last = trace;
  }
  return [...written].flatMap(([object, { first, last }]): ObjectChange[] => {
    const kind = catalog.findKind(last.apiVersion, last.kind);
    if (kind === undefined) return [];
    const { values, owners } = differenceOf(first.before, last.after, kind);
    const result = last.after === undefined ? undefined : annotateObject(last.after, catalog);
    return [{ object, values: values.map(valueChangeView), owners, result }];
  });
}

/** A change of a value, with both values on one line. */
export function valueChangeView({ text, before, after }: ReturnType<typeof differenceOf>['values'][number]) {
  return {
    path: text,
    before: before === undefined ? undefined : preview(before),
    after: after === undefined ? undefined : preview(after),
  };
}

function writesOf({ trace, outcome, sent }: PlayedStep): readonly RequestTrace[] {
  if (sent === undefined) {
    const failed = outcome.status === 'conflict' || outcome.status === 'error';
    return trace === undefined || failed ? [] : [trace];
  }
  return sent.flatMap(({ trace: written, response }) =>
    written === undefined || written.operation === 'Get' || response.code >= 400 ? [] : [written],
  );
}

/** `Deployment web` */
export function nameOf({ kind, before, after }: Pick<RequestTrace, 'kind' | 'before' | 'after'>): string {
  const object: ValueMap | undefined = after ?? before;
  return `${kind} ${stringAt(mapAt(object, 'metadata'), 'name') ?? ''}`;
}
