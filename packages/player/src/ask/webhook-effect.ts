import { deduceEffect, wantedOf, withChosenOf } from '@managed-fields/admission/deduce';
import { type PlaceChange, type ResourceVersion, webhookEffect } from '@managed-fields/api-server';
import {
  byteLength,
  equals,
  isMap,
  listAt,
  mapAt,
  metadataOf,
  metadataText,
  parseJson,
  stringAt,
  type ValueMap,
  withEntry,
} from '@managed-fields/merge-engine';
import { changeText, type Scenario, type Step, withText } from '@managed-fields/scenario';
import { printYaml, readDocuments } from '@managed-fields/source';
import type { PlayedStep } from '../run/played-step.ts';
import { playScenario, type RunOptions } from '../run/run.ts';

/** Where an object comes from: a step of the scenario, or a text that somebody pasted. */
export type ObjectSource = { readonly stepId: string } | { readonly text: string };

/** A question about what a webhook does: which one, and the object as it was applied and as it was stored. */
export interface AskedEffect {
  readonly stepId: string;
  readonly webhook: string;
  readonly applied: ObjectSource;
  readonly stored: ObjectSource;
}

/** What there is to choose from for a step that holds a configuration of mutating webhooks. */
export interface WebhookEffectOffer {
  /** The names of its webhooks, and whether an annotation says already what one does. */
  readonly webhooks: readonly { readonly name: string; readonly said: boolean }[];
  /** The steps whose text says what was applied, and those whose object says what was stored. */
  readonly applied: readonly ObjectOfStep[];
  readonly stored: readonly ObjectOfStep[];
}

/** A step by the object that it is about, as its outcome names it: `apps/v1 Deployment default/web`. */
export interface ObjectOfStep {
  readonly stepId: string;
  readonly object: string;
}

/** What a webhook does, deduced; or why it is not. Plain data that a worker can post. */
export type WebhookEffectView =
  | {
      readonly kind: 'effect';
      readonly form: 'configuration' | 'json-patch';
      /** The value of the annotation. */
      readonly text: string;
      /** The same as YAML. */
      readonly shown: string;
      /**
       * What comes of it when the object is applied here with the webhook: just the object as stored, the object as without
       * the webhook (its rules do not choose it), or another one.
       */
      readonly plays: 'as-stored' | 'not-called' | 'otherwise';
    }
  /** Nothing differs but what a server writes itself. */
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'problem';
      readonly code: 'no-applied' | 'no-stored' | 'other-object' | 'unknown-kind' | 'too-long';
    };

/** What there is to choose from; undefined where the step holds no mutating webhook. */
export function webhookEffectOffer(
  scenario: Scenario,
  stepId: string,
  { catalog }: RunOptions,
): WebhookEffectOffer | undefined {
  const all = playScenario(scenario, catalog);
  const configuration = configurationOf(all.find(({ step }) => step.id === stepId));
  const names = (listAt(configuration, 'webhooks') ?? []).map((hook) =>
    isMap(hook) ? (stringAt(hook, 'name') ?? '') : '',
  );
  if (configuration === undefined || names.every((name) => name === '')) return undefined;
  const annotations = mapAt(metadataOf(configuration), 'annotations');
  const others = all.flatMap((played): readonly (ObjectOfStep & { played: PlayedStep })[] => {
    const { object } = played.outcome;
    return object === undefined || played.step.id === stepId ? [] : [{ stepId: played.step.id, object, played }];
  });
  const named = (list: typeof others) => list.map(({ stepId: id, object }) => ({ stepId: id, object }));
  return {
    webhooks: names
      .filter((name) => name !== '')
      .map((name) => ({ name, said: annotations?.has(`${webhookEffect}${name}`) === true })),
    applied: named(others.filter(({ played }) => appliedIn(played) !== undefined)),
    stored: named(others.filter(({ played }) => storedIn(played) !== undefined)),
  };
}

/** The configuration of mutating webhooks that the text of a step holds. */
function configurationOf(played: PlayedStep | undefined): ValueMap | undefined {
  const object = played?.text.object;
  return stringAt(object, 'kind') === 'MutatingWebhookConfiguration' ? object : undefined;
}

function appliedIn({ step, text }: PlayedStep): ValueMap | undefined {
  const sendsObject = step.kind === 'apply' || step.kind === 'create' || step.kind === 'update';
  return sendsObject && stringAt(text.object, 'kind') !== undefined ? text.object : undefined;
}

function storedIn({ step, shown, outcome }: PlayedStep): ValueMap | undefined {
  if (outcome.status === 'error' || outcome.status === 'conflict' || outcome.status === 'skipped') return undefined;
  return step.kind === 'kubectl' || step.kind === 'tool' ? undefined : shown;
}

/** The longest value of annotations together, in bytes. Upstream: apimachinery pkg/api/validation/objectmeta.go. */
const mostBytes = 256 * 1024;

/**
 * Deduces what a webhook does from an object as it was applied and as it was stored. The object is applied on the
 * scenario's server without the webhook, so that what the server and all others make of it does not count; then with it, to
 * say whether that gives the object as stored.
 */
export function webhookEffectOf(scenario: Scenario, asked: AskedEffect, { catalog }: RunOptions): WebhookEffectView {
  const all = playScenario(scenario, catalog);
  const objectOf = (source: ObjectSource, read: (played: PlayedStep) => ValueMap | undefined) => {
    if ('text' in source) return objectIn(source.text);
    const played = all.find(({ step }) => step.id === source.stepId);
    return played && read(played);
  };
  const applied = objectOf(asked.applied, appliedIn);
  const stored = objectOf(asked.stored, storedIn);
  if (applied === undefined) return problem('no-applied');
  if (stored === undefined) return problem('no-stored');
  if (!isSameObject(applied, stored)) return problem('other-object');
  const plays = new Plays(scenario, asked, all, applied, catalog);
  const without = plays.applied(undefined);
  if (without === undefined) return problem('unknown-kind');
  const { version, object } = without;
  const wanted = wantedOf(read(version, withNamespace(withChosenOf(stored, object, applied), object)));
  const deduced = deduceEffect(version, wantedOf(object), wanted);
  if (deduced === undefined) return { kind: 'nothing' };
  if (byteLength(deduced.text) > mostBytes / 2) return problem('too-long');
  const after = plays.applied(deduced.text)?.object;
  const isStored = after !== undefined && equals(wantedOf(after), wanted);
  const isUncalled = after !== undefined && equals(wantedOf(after), wantedOf(object));
  const parsed = parseJson(deduced.text);
  return {
    kind: 'effect',
    form: deduced.effect.kind,
    text: deduced.text,
    shown: printYaml(parsed.kind === 'value' ? parsed.value : null).text,
    plays: isStored ? 'as-stored' : isUncalled ? 'not-called' : 'otherwise',
  };
}

function problem(code: Extract<WebhookEffectView, { kind: 'problem' }>['code']): WebhookEffectView {
  return { kind: 'problem', code };
}

/** The object in a text that somebody pasted: the first one. */
function objectIn(text: string): ValueMap | undefined {
  const value = readDocuments(text)[0]?.value;
  return isMap(value) && stringAt(value, 'kind') !== undefined ? value : undefined;
}

/** A namespace that the applied object does not name is that of the request. */
function isSameObject(applied: ValueMap, stored: ValueMap): boolean {
  const same = (key: string) => stringAt(applied, key) === stringAt(stored, key);
  const named = (key: 'name' | 'namespace') =>
    metadataText(applied, key) === '' || metadataText(applied, key) === metadataText(stored, key);
  return same('apiVersion') && same('kind') && named('name') && named('namespace');
}

/** A stored object that somebody pasted without its namespace has that of the played one. */
function withNamespace(stored: ValueMap, played: ValueMap): ValueMap {
  const namespace = metadataText(played, 'namespace');
  if (namespace === '') return stored;
  return withEntry(stored, 'metadata', withEntry(metadataOf(stored), 'namespace', namespace));
}

/** An object as the server reads it; one that it cannot read stays as it is. */
function read(version: ResourceVersion, object: ValueMap): ValueMap {
  const decoded = version.decode(object, 'json');
  return decoded.kind === 'error' ? object : version.setDefaults(decoded.object);
}

/** Plays an object on the scenario's server, with a webhook or without. */
class Plays {
  private readonly scenario: Scenario;
  private readonly asked: AskedEffect;
  private readonly object: ValueMap;
  private readonly catalog: RunOptions['catalog'];

  constructor(
    scenario: Scenario,
    asked: AskedEffect,
    all: readonly PlayedStep[],
    applied: ValueMap,
    catalog: RunOptions['catalog'],
  ) {
    const at = scenario.steps.findIndex(({ id }) => id === asked.stepId);
    // The object itself is not there yet.
    const ofObject = (step: Step) =>
      isSame(
        all.find((played) => played.step.id === step.id),
        applied,
      );
    this.scenario = { ...scenario, steps: scenario.steps.slice(0, at + 1).filter((step) => !ofObject(step)) };
    this.asked = asked;
    this.object = applied;
    this.catalog = catalog;
  }

  /** What the server stores, with the kind of the object; undefined where nobody knows the kind. */
  applied(effect: string | undefined): { readonly version: ResourceVersion; readonly object: ValueMap } | undefined {
    const { stepId, webhook } = this.asked;
    const step: Step = {
      id: 'applied',
      kind: 'apply',
      manager: 'applied',
      force: true,
      text: printYaml(this.object).text,
    };
    const steps = [...withEffectOf(this.scenario, { stepId, webhook, text: effect }).steps, step];
    const played = playScenario({ ...this.scenario, steps }, this.catalog).at(-1);
    const version = played?.target?.version;
    const isKnown = version?.resource.kind === stringAt(this.object, 'kind');
    if (played === undefined || version === undefined || !isKnown) return undefined;
    const isStored = played.outcome.status !== 'error' && played.outcome.status !== 'conflict';
    // One that is refused without the webhook is taken as the server reads it.
    return { version, object: isStored && played.shown !== undefined ? played.shown : read(version, this.object) };
  }
}

function isSame(played: PlayedStep | undefined, object: ValueMap): boolean {
  const { target } = played ?? {};
  return (
    target !== undefined &&
    target.version.resource.kind === stringAt(object, 'kind') &&
    target.name === metadataText(object, 'name')
  );
}

/** What is written about a webhook: the value of its annotation; undefined takes it away. */
export interface WrittenEffect {
  readonly stepId: string;
  readonly webhook: string;
  readonly text: string | undefined;
}

/** The scenario with the annotation of a webhook in the text of a step. All else of the text stays as it is written. */
export function withEffectOf(scenario: Scenario, { stepId, webhook, text }: WrittenEffect): Scenario {
  const step = scenario.steps.find(({ id }) => id === stepId);
  const object = step && objectIn(step.text);
  if (step === undefined || object === undefined) return scenario;
  const change = changeOf(object, `${webhookEffect}${webhook}`, text);
  return change === undefined ? scenario : withText(scenario, stepId, changeText(step.text, [change]));
}

function changeOf(object: ValueMap, name: string, value: string | undefined): PlaceChange | undefined {
  const annotations = mapAt(mapAt(object, 'metadata'), 'annotations');
  if (annotations?.has(name)) return { place: ['metadata', 'annotations', name], value };
  if (value === undefined) return undefined;
  if (annotations !== undefined)
    return { place: ['metadata', 'annotations'], value: withEntry(annotations, name, value) };
  const metadata = withEntry(metadataOf(object), 'annotations', new Map([[name, value]]));
  return object.has('metadata')
    ? { place: ['metadata'], value: metadata }
    : { place: [], value: withEntry(object, 'metadata', metadata) };
}
