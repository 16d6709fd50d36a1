import type { KubernetesVersion } from '@managed-fields/kubernetes-types';
import type { Completion } from '../assist/complete.ts';
import type { SchemaFieldView } from '../assist/describe.ts';
import type { SchemaHover } from '../assist/hover.ts';
import type { KindName } from '../assist/kinds.ts';
import type { SchemaPath } from '../assist/schema-node.ts';
import { withVersion } from '../edits.ts';
import type { FieldPathText } from '../ownership.ts';
import type { AnnotatedText, OtherWayView } from '../playback.ts';
import { kindsAtHand } from '../reading/kinds-at-hand.ts';
import { type Pasted, readPasted } from '../reading/pasted.ts';
import { type RunOptions, run } from '../run/run.ts';
import type { Scenario } from '../scenario.ts';
import { type SecretKind, type SecretsView, secretKinds } from '../secrets/finding.ts';
import { findSecrets, redact } from '../secrets/secrets.ts';
import { type ApiVersionsView, apiVersionsOf, withApiVersion } from './api-version.ts';
import { completeStep, hoverStep, type TextPlace } from './assist.ts';
import { type ChangesView, changesOfStep } from './changes.ts';
import { type EntriesView, entriesOfStep } from './entries.ts';
import { type FieldFacts, fieldFacts } from './field-facts.ts';
import { type ForceView, forcePreview } from './force.ts';
import {
  type HandOver,
  type HandOverOffer,
  type HandOverPlan,
  handOverOffer,
  handOverPlan,
  type StepWords,
  withHandOver,
} from './hand-over.ts';
import { type FieldEventView, fieldHistory } from './history.ts';
import { otherWay } from './other-way.ts';
import { type RequestForms, requestForms } from './request-forms.ts';
import { resolveConflict, type Ways } from './resolve.ts';
import {
  type KindsAnswer,
  type SchemaAnswer,
  type SchemaPlace,
  schemaField,
  schemaKinds,
  schemaSearch,
  schemaTree,
} from './schema.ts';
import { type StepAnswer, stepAnswers } from './step-answers.ts';
import type { StepPreview } from './step-preview.ts';
import { previewWays, previewWaysOut, type WayPreview } from './ways-out.ts';
import { type WhatIfView, whatIf } from './what-if.ts';

/**
 * What can be asked about a scenario beside its playback, on demand and never for each keystroke: what each kind of
 * question takes, and what its answer is. All of it is plain data that a worker can post.
 */
export interface Questions {
  /** What each way out of a step's conflict would come to, taken for all of its fields. */
  readonly 'ways-out': Kind<{ stepId: string }, readonly WayPreview[]>;
  /** What a way for each field of a step's conflict would come to. */
  readonly 'chosen-ways': Kind<{ stepId: string; way: Ways }, StepPreview | undefined>;
  /** The scenario with a step's conflict taken away. */
  readonly resolve: Kind<{ stepId: string; way: Ways }, Scenario>;
  /** Why a field of a step's object is as it is. */
  readonly history: Kind<{ stepId: string; path: FieldPathText }, readonly FieldEventView[]>;
  /** What is known of a field of a step's object beside its owners and its schema. */
  readonly 'field-facts': Kind<{ stepId: string; path: FieldPathText }, FieldFacts | undefined>;
  /** What force does, or would do, in a server-side apply: who loses what. */
  readonly force: Kind<{ stepId: string }, ForceView | undefined>;
  /** Who could have fields of a step's object. */
  readonly 'hand-over-offer': Kind<{ stepId: string; paths: readonly FieldPathText[] }, HandOverOffer | undefined>;
  /** What handing fields over would come to, step by step. */
  readonly 'hand-over-plan': Kind<{ stepId: string } & HandOver, HandOverPlan | undefined>;
  /** The scenario with the steps of a hand-over after a step, with words for each. */
  readonly 'hand-over': Kind<{ stepId: string; words?: readonly StepWords[] } & HandOver, Scenario>;
  /** What would happen to a field of a step's object if its owners dropped it, or somebody wanted another value. */
  readonly 'what-if': Kind<{ stepId: string; path: FieldPathText; value?: string }, WhatIfView | undefined>;
  /** How a step's object differs from how it stood after an earlier step (by default the one before), or from `nothing`. */
  readonly changes: Kind<{ stepId: string; against?: string }, ChangesView | undefined>;
  /** What each step comes to on a version of Kubernetes, to lay beside another. `catalog` has the kinds of that version. */
  readonly 'step-answers': Kind<{ kubernetes: KubernetesVersion }, readonly StepAnswer[]>;
  /** The managedFields of a step's object, raw and decoded. */
  readonly entries: Kind<{ stepId: string }, EntriesView | undefined>;
  /** The same apply of kubectl the other way. */
  readonly 'other-way': Kind<{ stepId: string }, OtherWayView | undefined>;
  /** What texts are that somebody brought: objects, requests, an error, a scenario. Of the scenario that they go to, the kinds that it defines count. */
  readonly pasted: Kind<{ texts: readonly string[] }, readonly Pasted[]>;
  /** At which API versions a step can be sent. */
  readonly 'api-versions': Kind<{ stepId: string }, ApiVersionsView | undefined>;
  /** The scenario with a step sent at another API version. */
  readonly 'with-api-version': Kind<{ stepId: string; apiVersion: string }, Scenario>;
  /** The request of a step, or one of a kubectl step's, in other forms. */
  readonly 'request-forms': Kind<{ stepId: string; place?: number }, RequestForms | undefined>;
  /** What can be written at a place of a step's text, as it is typed. */
  readonly complete: Kind<TextPlace, Completion | undefined>;
  /** What the schema says of the field at a place of a step's text. */
  readonly hover: Kind<TextPlace, SchemaHover | undefined>;
  /** The kinds whose schema can be looked into. */
  readonly 'schema-kinds': Kind<SchemaPlace, KindsAnswer>;
  /** The fields in a field of a kind (in the object itself without a path), one level. */
  readonly 'schema-tree': Kind<SchemaPlace & { of: KindName; path?: SchemaPath }, SchemaAnswer>;
  /** The fields of a kind that have a word in their name or marker, or whose path begins with it. */
  readonly 'schema-search': Kind<SchemaPlace & { of: KindName; word: string }, SchemaAnswer>;
  /** What is inside of the scenario before it is shared: how much, and what nobody should see. */
  readonly secrets: Kind<object, SecretsView>;
  /** The scenario with the sensitive values of some groups replaced; fields and owners stay. */
  readonly redacted: Kind<{ kinds: readonly SecretKind[] }, Scenario>;
  /** The object of a step with its owners as others may see it: what looks secret in the scenario is replaced. */
  readonly 'shareable-result': Kind<{ stepId: string }, AnnotatedText | undefined>;
  /** How the schema sees a field of a step's object. */
  readonly 'schema-field': Kind<{ stepId: string; path: FieldPathText }, (SchemaFieldView & KindName) | undefined>;
}

interface Kind<Asked, Answered> {
  readonly asked: Readonly<Asked>;
  readonly answered: Answered;
}

/** The name of a kind of question. */
export type QuestionKind = keyof Questions;

/** A question: its kind, and what that kind takes. */
export type Question<K extends QuestionKind = QuestionKind> = {
  [Each in K]: { readonly kind: Each } & Questions[Each]['asked'];
}[K];

/** The answer to a kind of question. */
export type Answer<K extends QuestionKind = QuestionKind> = Questions[K]['answered'];

const answers: {
  readonly [K in QuestionKind]: (scenario: Scenario, asked: Questions[K]['asked'], options: RunOptions) => Answer<K>;
} = {
  'ways-out': (scenario, { stepId }, options) => previewWaysOut(scenario, stepId, options),
  'chosen-ways': (scenario, { stepId, way }, options) => previewWays(scenario, stepId, way, options),
  resolve: (scenario, { stepId, way }, options) => resolveConflict(scenario, stepId, way, options),
  history: (scenario, { stepId, path }, options) => fieldHistory(scenario, stepId, path, options),
  'field-facts': (scenario, { stepId, path }, options) => fieldFacts(scenario, stepId, path, options),
  force: (scenario, { stepId }, options) => forcePreview(scenario, stepId, options),
  'hand-over-offer': (scenario, { stepId, paths }, options) => handOverOffer(scenario, stepId, paths, options),
  'hand-over-plan': (scenario, { stepId, ...asked }, options) => handOverPlan(scenario, stepId, asked, options),
  'hand-over': (scenario, { stepId, ...asked }, options) => withHandOver(scenario, stepId, asked, options),
  'what-if': (scenario, { stepId, ...asked }, options) => whatIf(scenario, stepId, asked, options),
  changes: (scenario, { stepId, against }, options) => changesOfStep(scenario, stepId, options, against),
  'step-answers': (scenario, { kubernetes }, options) => stepAnswers(withVersion(scenario, kubernetes), options),
  entries: (scenario, { stepId }, options) => entriesOfStep(scenario, stepId, options),
  'other-way': (scenario, { stepId }, options) => otherWay(scenario, stepId, options),
  pasted: (scenario, { texts }, options) => {
    const kinds = kindsAtHand(texts, scenario, options);
    return texts.map((text) => readPasted(text, options.catalog, kinds));
  },
  'api-versions': (scenario, { stepId }, options) => apiVersionsOf(scenario, stepId, options),
  'with-api-version': (scenario, { stepId, apiVersion }, options) =>
    withApiVersion(scenario, stepId, apiVersion, options),
  'request-forms': (scenario, { stepId, place }, options) => requestForms(scenario, stepId, options, place),
  complete: (scenario, asked, options) => completeStep(scenario, asked, options),
  hover: (scenario, asked, options) => hoverStep(scenario, asked, options),
  'schema-kinds': (scenario, asked, options) => schemaKinds(scenario, asked, options),
  'schema-tree': (scenario, asked, options) => schemaTree(scenario, asked, options),
  'schema-search': (scenario, asked, options) => schemaSearch(scenario, asked, options),
  secrets: (scenario, _, { catalog }) => findSecrets(scenario, catalog),
  redacted: (scenario, { kinds }, { catalog }) => redact(scenario, kinds, catalog),
  'shareable-result': (scenario, { stepId }, { catalog }) =>
    run(redact(scenario, secretKinds, catalog), { catalog, selected: stepId }).view?.result,
  'schema-field': (scenario, asked, options) => schemaField(scenario, asked, options),
};

/** Answers a question about a scenario. Pure, as `run` is; a step that the scenario does not have answers nothing. */
export function answerQuestion<K extends QuestionKind>(
  scenario: Scenario,
  question: { readonly kind: K } & Questions[K]['asked'],
  options: RunOptions,
): Answer<K> {
  return answers[question.kind](scenario, question, options);
}
