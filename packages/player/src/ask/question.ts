import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import { isMap, withoutEntry, withoutServerMetadata } from '@managed-fields/merge-engine';
import { findSecrets, redact, type SecretKind, type SecretsView, secretKinds } from '@managed-fields/redact';
import { type FieldPathText, type Scenario, withVersion } from '@managed-fields/scenario';
import { printYaml, readDocuments } from '@managed-fields/source';
import type { MadeUp, Tool, ToolSetting } from '@managed-fields/tools';
import type { Rewriter } from '@managed-fields/tools/put-back';
import type { Completion } from '../assist/completion.ts';
import type { SchemaFieldView } from '../assist/describe.ts';
import type { KindName } from '../assist/kinds.ts';
import type { SchemaPath } from '../assist/schema-node.ts';
import type { AnnotatedText, OtherWayView } from '../playback.ts';
import { type RunOptions, run } from '../run/run.ts';
import { type ApiVersionsView, apiVersionsOf, withApiVersion } from './api-version.ts';
import { completeStep, type HoverView, hoverStep, type SkeletonView, skeletonsOf, type TextPlace } from './assist.ts';
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
import { type ObjectDifference, type ObjectPair, objectDifference } from './object-difference.ts';
import { otherWay } from './other-way.ts';
import { whoPutsBack } from './put-back.ts';
import { type RequestForms, requestForms } from './request-forms.ts';
import { previewWays, previewWaysOut, resolveConflict, type WayPreview, type Ways } from './resolve.ts';
import { aboutSameObject } from './same-object.ts';
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
import { type StepDryRuns, stepDryRuns } from './step-dry-runs.ts';
import type { StepPreview } from './step-preview.ts';
import { toolSettings } from './tool-settings.ts';
import {
  type AskedEffect,
  type WebhookEffectOffer,
  type WebhookEffectView,
  type WrittenEffect,
  webhookEffectOf,
  webhookEffectOffer,
  withEffectOf,
} from './webhook-effect.ts';
import { type WhatIfView, whatIf } from './what-if.ts';
import { type AdmissionAsked, type AdmittedDryRun, dryRunWithAdmission } from './with-admission.ts';

/**
 * The questions that can be asked about a scenario beside its playback: for each kind, its arguments and its answer.
 * They are asked on demand and never for each keystroke. All of it is plain data that a worker can post.
 */
export interface Questions {
  /** A preview of each way out of a step's conflict, taken for all fields. */
  readonly 'ways-out': Kind<{ stepId: string }, readonly WayPreview[]>;
  /** A preview of a way out for each field of a step's conflict. */
  readonly 'chosen-ways': Kind<{ stepId: string; way: Ways }, StepPreview | undefined>;
  /** What a tool has for the ways out of a conflict; with snippets for a step's own conflict, without what was made up of it. */
  readonly 'tool-settings': Kind<{ tool: Tool; stepId?: string; madeUp?: readonly MadeUp[] }, readonly ToolSetting[]>;
  /** The scenario with a step's conflict resolved. */
  readonly resolve: Kind<{ stepId: string; way: Ways }, Scenario>;
  /** The scenario with a step about the object of the step before it. */
  readonly 'same-object': Kind<{ stepId: string }, Scenario>;
  /** The history of a field of a step's object. */
  readonly history: Kind<{ stepId: string; path: FieldPathText }, readonly FieldEventView[]>;
  /** Further facts about a field of a step's object. */
  readonly 'field-facts': Kind<{ stepId: string; path: FieldPathText }, FieldFacts | undefined>;
  /** Who writes a field of a step's object again, if somebody changes it by hand. */
  readonly 'put-back': Kind<{ stepId: string; path: FieldPathText }, readonly Rewriter[] | undefined>;
  /** What force changes, or would change, in a server-side apply. */
  readonly force: Kind<{ stepId: string }, ForceView | undefined>;
  /** The managers that fields of a step's object can be handed over to. */
  readonly 'hand-over-offer': Kind<{ stepId: string; paths: readonly FieldPathText[] }, HandOverOffer | undefined>;
  /** A preview of a hand-over, step by step. */
  readonly 'hand-over-plan': Kind<{ stepId: string } & HandOver, HandOverPlan | undefined>;
  /** The scenario with the steps of a hand-over after a step, and words for each. */
  readonly 'hand-over': Kind<{ stepId: string; words?: readonly StepWords[] } & HandOver, Scenario>;
  /** What happens to a field of a step's object if its owners drop it, or somebody wants another value. */
  readonly 'what-if': Kind<{ stepId: string; path: FieldPathText; value?: string }, WhatIfView | undefined>;
  /** Compares a step's object with its state after an earlier step (by default the one before), or with `nothing`. */
  readonly changes: Kind<{ stepId: string; against?: string }, ChangesView | undefined>;
  /** The answers of all steps on a version of Kubernetes, to compare with another. `catalog` has the kinds of it. */
  readonly 'step-answers': Kind<{ kubernetes: PlayedVersion }, readonly StepAnswer[]>;
  /** The managedFields of a step's object, raw and decoded. */
  readonly entries: Kind<{ stepId: string }, EntriesView | undefined>;
  /** The result of the same `kubectl apply` with the other side computing it. */
  readonly 'other-way': Kind<{ stepId: string }, OtherWayView | undefined>;
  /** The API versions at which a step can be sent. */
  readonly 'api-versions': Kind<{ stepId: string }, ApiVersionsView | undefined>;
  /** The scenario with a step sent at another API version. */
  readonly 'with-api-version': Kind<{ stepId: string; apiVersion: string }, Scenario>;
  /** The request of a step, or one of the requests of a kubectl step, in other forms. */
  readonly 'request-forms': Kind<{ stepId: string; place?: number }, RequestForms | undefined>;
  /** The completions at a place of a step's text, as it is typed. */
  readonly complete: Kind<TextPlace, Completion | undefined>;
  /** What is at a place of a step's text: a field as the schema sees it, or a name in an expression. */
  readonly hover: Kind<TextPlace, HoverView | undefined>;
  /** The kinds whose schema can be shown. */
  readonly 'schema-kinds': Kind<SchemaPlace, KindsAnswer>;
  /** The fields inside a field of a kind (of the object itself without a path), one level. */
  readonly 'schema-tree': Kind<SchemaPlace & { of: KindName; path?: SchemaPath }, SchemaAnswer>;
  /** The fields of a kind whose name or marker contains a word, or whose path begins with it. */
  readonly 'schema-search': Kind<SchemaPlace & { of: KindName; word: string }, SchemaAnswer>;
  /** Objects as kubectl prints them, of the answers of a server. */
  readonly 'printed-objects': Kind<{ objects: readonly AnsweredObject[] }, readonly (string | undefined)[]>;
  /** What a scenario contains before it is shared: its size, and its sensitive values. */
  readonly secrets: Kind<object, SecretsView>;
  /**
   * The scenario with the sensitive values of some groups replaced, but for those that the user said are plain
   * (`SecretFinding.value`). Fields and owners stay.
   */
  readonly redacted: Kind<{ kinds: readonly SecretKind[]; plain?: readonly string[] }, Scenario>;
  /** The object of a step with its owners, with sensitive values of the scenario replaced. */
  readonly 'shareable-result': Kind<{ stepId: string }, AnnotatedText | undefined>;
  /** The schema's view of a field of a step's object. */
  readonly 'schema-field': Kind<{ stepId: string; path: FieldPathText }, (SchemaFieldView & KindName) | undefined>;
  /** The requests of a step as dry runs, with what the scenario's cluster answers to each. */
  readonly 'dry-runs': Kind<{ stepId: string }, StepDryRuns | undefined>;
  /** What a request of a step answers as a dry run where admission is asked as on a cluster as installed. */
  readonly 'with-admission': Kind<AdmissionAsked, AdmittedDryRun | undefined>;
  /** For a step that holds mutating webhooks: which there are, and the steps to deduce from what one does. */
  readonly 'webhook-effect-offer': Kind<{ stepId: string }, WebhookEffectOffer | undefined>;
  /** What a webhook does, deduced from an object as it was applied and as it was stored. */
  readonly 'webhook-effect': Kind<AskedEffect, WebhookEffectView>;
  /** The scenario with what a webhook does written into the step that holds it. */
  readonly 'with-webhook-effect': Kind<WrittenEffect, Scenario>;
  /** The texts that a step may begin with: skeletons that work, of policies, their bindings and webhooks. */
  readonly skeletons: Kind<{ stepId: string }, readonly SkeletonView[]>;
  /** How two objects of the kind of a step's request differ. */
  readonly 'object-difference': Kind<{ stepId: string } & ObjectPair, ObjectDifference | undefined>;
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
  'tool-settings': (scenario, { tool, stepId, madeUp }, options) =>
    toolSettings(scenario, tool, options, stepId, madeUp),
  'same-object': (scenario, { stepId }, options) => aboutSameObject(scenario, stepId, options),
  resolve: (scenario, { stepId, way }, options) => resolveConflict(scenario, stepId, way, options),
  history: (scenario, { stepId, path }, options) => fieldHistory(scenario, stepId, path, options),
  'field-facts': (scenario, { stepId, path }, options) => fieldFacts(scenario, stepId, path, options),
  'put-back': (scenario, { stepId, path }, options) => whoPutsBack(scenario, stepId, path, options),
  force: (scenario, { stepId }, options) => forcePreview(scenario, stepId, options),
  'hand-over-offer': (scenario, { stepId, paths }, options) => handOverOffer(scenario, stepId, paths, options),
  'hand-over-plan': (scenario, { stepId, ...asked }, options) => handOverPlan(scenario, stepId, asked, options),
  'hand-over': (scenario, { stepId, ...asked }, options) => withHandOver(scenario, stepId, asked, options),
  'what-if': (scenario, { stepId, ...asked }, options) => whatIf(scenario, stepId, asked, options),
  changes: (scenario, { stepId, against }, options) => changesOfStep(scenario, stepId, options, against),
  'step-answers': (scenario, { kubernetes }, options) => stepAnswers(withVersion(scenario, kubernetes), options),
  entries: (scenario, { stepId }, options) => entriesOfStep(scenario, stepId, options),
  'other-way': (scenario, { stepId }, options) => otherWay(scenario, stepId, options),
  'api-versions': (scenario, { stepId }, options) => apiVersionsOf(scenario, stepId, options),
  'with-api-version': (scenario, { stepId, apiVersion }, options) =>
    withApiVersion(scenario, stepId, apiVersion, options),
  'request-forms': (scenario, { stepId, place }, options) => requestForms(scenario, stepId, options, place),
  complete: (scenario, asked, options) => completeStep(scenario, asked, options),
  hover: (scenario, asked, options) => hoverStep(scenario, asked, options),
  'schema-kinds': (scenario, asked, options) => schemaKinds(scenario, asked, options),
  'schema-tree': (scenario, asked, options) => schemaTree(scenario, asked, options),
  'schema-search': (scenario, asked, options) => schemaSearch(scenario, asked, options),
  'printed-objects': (_, { objects }) => printedObjects(objects),
  secrets: (scenario, _, { catalog }) => findSecrets(scenario, catalog),
  redacted: (scenario, { kinds, plain }, { catalog }) => redact(scenario, kinds, catalog, plain),
  'shareable-result': (scenario, { stepId }, { catalog }) =>
    run(redact(scenario, secretKinds, catalog), { catalog, selected: stepId }).view?.result,
  'schema-field': (scenario, asked, options) => schemaField(scenario, asked, options),
  'dry-runs': (scenario, { stepId }, options) => stepDryRuns(scenario, stepId, options),
  'with-admission': (scenario, asked, options) => dryRunWithAdmission(scenario, asked, options),
  'webhook-effect-offer': (scenario, { stepId }, options) => webhookEffectOffer(scenario, stepId, options),
  'webhook-effect': (scenario, asked, options) => webhookEffectOf(scenario, asked, options),
  'with-webhook-effect': (scenario, asked) => withEffectOf(scenario, asked),
  skeletons: (scenario, { stepId }, options) => skeletonsOf(scenario, stepId, options),
  'object-difference': (scenario, asked, options) => objectDifference(scenario, asked, options),
};

/**
 * Answers a question about a scenario. Pure like `run`. For a step that the scenario does not have the answer is empty
 * or undefined.
 */
export function answerQuestion<K extends QuestionKind>(
  scenario: Scenario,
  question: { readonly kind: K } & Questions[K]['asked'],
  options: RunOptions,
): Answer<K> {
  return answers[question.kind](scenario, question, options);
}

/** The answer of a server to a GET, to be printed. */
export interface AnsweredObject {
  /** JSON. */
  readonly text: string;
  /** Leaves out what only a server writes: managedFields, status, and the like. */
  readonly declared: boolean;
}

/**
 * Prints objects as `kubectl get -o yaml --show-managed-fields` does; undefined for a text that is no object.
 * Upstream: k8s.io/cli-runtime pkg/printers/yaml.go YAMLPrinter.PrintObj.
 */
export function printedObjects(objects: readonly AnsweredObject[]): readonly (string | undefined)[] {
  return objects.map(({ text, declared }) => {
    const [document, ...more] = readDocuments(text);
    const value = document?.value;
    if (!isMap(value) || more.length > 0) return undefined;
    return printYaml(declared ? withoutEntry(withoutServerMetadata(value), 'status') : value).text;
  });
}
