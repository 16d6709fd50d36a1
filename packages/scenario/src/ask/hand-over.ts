import { type FieldOwnership, identityOf, type OwnerIdentity, sameOwner } from '@managed-fields/merge-engine';
import { addStep, type NewStep } from '../edits.ts';
import type { FieldPathText } from '../ownership.ts';
import type { Outcome } from '../playback.ts';
import { preview } from '../preview.ts';
import { playStep } from '../run/play-step.ts';
import type { RunOptions } from '../run/run.ts';
import type { AnyStep, Scenario, StepKind } from '../scenario.ts';
import { type AskedObject, objectAfter, objectOf } from './field-at.ts';
import { applyNothing, applyOf, applyWith, letGo, type Recipient, writeOther } from './hand-over-steps.ts';

/**
 * The order in which fields change owners without ever being nobody's.
 * `share`: the recipient applies them with the same value, then the others let go. `temporary`: a manager made for the
 * purpose applies them, the others let go, and it loses them to the recipient's first write. `writes-first`: the
 * recipient writes, which takes them, then the others stop applying them.
 */
export type HandOverMethod = 'share' | 'temporary' | 'writes-first';

/** What a step of a hand-over is for; `cleans-up`: the temporary manager lets go of what it kept, such as the key of an item. */
export type HandOverRole = 'takes' | 'holds' | 'lets-go' | 'writes' | 'cleans-up';

/** What is to be handed over, to whom, and how. */
export interface HandOver {
  readonly paths: readonly FieldPathText[];
  readonly to: Recipient;
  readonly method: HandOverMethod;
  /** The name of the temporary manager. */
  readonly temporary?: string;
}

/** What can be handed over of a step's object. Plain data that a worker can post. */
export interface HandOverOffer {
  /** The fields by what owners have: atomic wholes in place of their parts. */
  readonly fields: readonly FieldPathText[];
  readonly owners: readonly OwnerIdentity[];
  /** Other managers of the object, as recipients; who writes through /scale first, where the field is written there. */
  readonly recipients: readonly Recipient[];
  /** How the fields can be written beside by apply. */
  readonly ways: readonly Exclude<Recipient['by'], 'apply'>[];
}

/** The preview of a hand-over. Plain data that a worker can post. */
export interface HandOverPlan {
  readonly steps: readonly PlannedStep[];
  /** Whether in the end nobody but the recipient owns the fields. */
  readonly done: boolean;
  /** Who owns them in the end. */
  readonly owners: readonly OwnerIdentity[];
}

/** One step of a hand-over, and what it comes to. */
export interface PlannedStep {
  readonly role: HandOverRole;
  readonly kind: StepKind;
  /** Whom the step is recorded under; of an entry that fields are taken out of, somebody who patches it. */
  readonly manager: string;
  /** Who lets go, where the step is for that. */
  readonly owner?: OwnerIdentity;
  readonly status: Outcome['status'];
  readonly message?: string;
  /** Each field after the step. */
  readonly fields: readonly {
    readonly path: FieldPathText;
    readonly value: string | undefined;
    readonly owners: readonly OwnerIdentity[];
  }[];
  /** The owners whose entries are gone by it. */
  readonly gone: readonly OwnerIdentity[];
}

/** What the reader is told at a step. */
export interface StepWords {
  readonly name: string;
  readonly note: string;
}

/** Who owns fields of the object after a step, and to whom they could be handed. */
export function handOverOffer(
  scenario: Scenario,
  stepId: string,
  paths: readonly FieldPathText[],
  options: RunOptions,
): HandOverOffer | undefined {
  const about = objectAfter(scenario, stepId, options);
  const fields = about === undefined ? [] : ownedFields(about, paths);
  if (about === undefined || fields.length === 0) return undefined;
  const owners = ownersOf(about, fields);
  const ways = waysToWrite(about, fields);
  const others = (about.ownership.owners ?? []).flatMap((owner): Recipient[] => {
    const sole = owners.length === 1 && owners.every((each) => sameOwner(each, owner));
    const by = owner.operation === 'Apply' ? 'apply' : ways.find((way) => wayOf(owner) === way);
    return sole || by === undefined ? [] : [{ manager: owner.manager, by }];
  });
  const autoscaler: readonly Recipient[] = ways.includes('scale') ? [{ manager: autoscalerName, by: 'scale' }] : [];
  const recipients = [...autoscaler, ...others].filter(
    (each, index, all) => all.findIndex(({ manager, by }) => manager === each.manager && by === each.by) === index,
  );
  return { fields: fields.map(({ text }) => text), owners, recipients, ways };
}

/** The manager that the horizontal autoscaler writes under. */
const autoscalerName = 'kube-controller-manager';

/** Previews a hand-over after a step. Undefined where there is nothing to hand over. */
export function handOverPlan(
  scenario: Scenario,
  stepId: string,
  handOver: HandOver,
  options: RunOptions,
): HandOverPlan | undefined {
  const about = objectAfter(scenario, stepId, options);
  return about === undefined ? undefined : planOf(about, handOver)?.view;
}

/**
 * The scenario with the steps of a hand-over after a step, each with the words for its place in the plan. The scenario
 * itself where there is nothing to hand over.
 */
export function withHandOver(
  scenario: Scenario,
  stepId: string,
  { words = [], ...handOver }: HandOver & { readonly words?: readonly StepWords[] },
  options: RunOptions,
): Scenario {
  const about = objectAfter(scenario, stepId, options);
  const plan = about === undefined ? undefined : planOf(about, handOver);
  const at = scenario.steps.findIndex(({ id }) => id === stepId) + 1;
  return (plan?.steps ?? []).reduce(
    (changed, step, index) => addStep(changed, { ...step, ...words[index] }, at + index),
    scenario,
  );
}

interface Plan {
  readonly view: HandOverPlan;
  readonly steps: readonly NewStep[];
}

function planOf(start: AskedObject, { paths, to, method, temporary = temporaryName }: HandOver): Plan | undefined {
  const fields = ownedFields(start, paths);
  if (fields.length === 0) return undefined;
  const givers = ownersOf(start, fields).filter((owner) => !isRecipient(owner, to));
  const steps: NewStep[] = [];
  const views: PlannedStep[] = [];
  let about = start;
  const play = (role: HandOverRole, step: NewStep | undefined, owner?: OwnerIdentity) => {
    if (step === undefined) return;
    const next = afterStep(about, step);
    steps.push(step);
    const view = plannedStep(role, step, about, next, fields);
    views.push(owner === undefined ? view : { ...view, owner });
    about = next;
  };
  const everybodyElseLetsGo = () => {
    for (const owner of givers) {
      // An updater lost to the recipient's write what it had; an applier still has it in its configuration.
      const had = fields.filter((field) => namesOwner(start, field, owner));
      const isLeft = owner.operation === 'Apply' || ownersOf(about, had).some((each) => sameOwner(each, owner));
      if (isLeft) play('lets-go', letGo(about, owner, had), owner);
    }
  };
  const missing = fields.filter(
    (field) => !start.ownership.owners?.some((owner, index) => field.owners.includes(index) && isRecipient(owner, to)),
  );
  switch (method) {
    case 'share':
      if (missing.length > 0) play('takes', applyWith(about, to.manager, missing));
      everybodyElseLetsGo();
      break;
    case 'temporary':
      if (missing.length > 0) play('holds', applyOf(about, temporary, missing));
      everybodyElseLetsGo();
      if (missing.length > 0) play('writes', writeOther(about, to, missing));
      if (about.ownership.owners?.some((owner) => owner.manager === temporary && owner.operation === 'Apply')) {
        play('cleans-up', applyNothing(about, temporary, fields));
      }
      break;
    case 'writes-first':
      if (missing.length > 0) play('writes', writeOther(about, to, missing));
      everybodyElseLetsGo();
      break;
  }
  const owners = ownersOf(about, fields);
  const done = owners.length > 0 && owners.every((owner) => isRecipient(owner, to));
  return { steps, view: { steps: views, done, owners } };
}

/** What the reference calls it. */
const temporaryName = 'handover-to-hpa';

function afterStep(about: AskedObject, step: NewStep): AskedObject {
  const played = playStep({ ...step, id: 'preview' }, about.step.after, new Map());
  return objectOf([...about.played, played], played) ?? about;
}

function plannedStep(
  role: HandOverRole,
  step: NewStep,
  before: AskedObject,
  after: AskedObject,
  fields: readonly FieldOwnership[],
): PlannedStep {
  const { outcome } = after.step;
  const { manager = '' }: Omit<AnyStep, 'id'> = step;
  const left = after.ownership.owners ?? [];
  return {
    role,
    kind: step.kind,
    manager: outcome.manager ?? manager,
    status: outcome.status,
    ...(outcome.message === undefined ? {} : { message: outcome.message }),
    fields: fields.map(({ text }) => {
      const field = after.ownership.fields.find((each) => each.text === text);
      const value = field?.value;
      return {
        path: text,
        value: value === undefined ? undefined : preview(value),
        owners: field === undefined ? [] : ownersOf(after, [field]),
      };
    }),
    gone: (before.ownership.owners ?? [])
      .filter((owner) => !left.some((other) => sameOwner(owner, other)))
      .map(identityOf),
  };
}

/** The fields of some paths as owners have them: atomic wholes in place of their parts, each once, only those with owners. */
function ownedFields({ ownership }: AskedObject, paths: readonly FieldPathText[]): readonly FieldOwnership[] {
  const find = (path: string) => ownership.fields.find(({ text }) => text === path);
  const found = paths.flatMap((path) => {
    const field = find(path);
    return (field?.within === undefined ? field : find(field.within)) ?? [];
  });
  return found.filter(
    (field, index) => field.owners.length > 0 && found.findIndex(({ text }) => text === field.text) === index,
  );
}

function ownersOf(
  { ownership }: AskedObject,
  fields: readonly Pick<FieldOwnership, 'text'>[],
): readonly OwnerIdentity[] {
  const indices = new Set(
    fields.flatMap(({ text }) => ownership.fields.find((each) => each.text === text)?.owners ?? []),
  );
  return [...indices]
    .sort((a, b) => a - b)
    .flatMap((index) => ownership.owners?.[index] ?? [])
    .map(identityOf);
}

function namesOwner(about: AskedObject, field: FieldOwnership, owner: OwnerIdentity): boolean {
  return ownersOf(about, [field]).some((each) => sameOwner(each, owner));
}

function isRecipient(owner: OwnerIdentity, to: Recipient): boolean {
  return owner.manager === to.manager && (owner.operation === 'Apply' ? to.by === 'apply' : to.by === wayOf(owner));
}

function wayOf({ subresource }: OwnerIdentity): Recipient['by'] {
  return subresource === 'scale' || subresource === 'status' ? subresource : 'update';
}

function waysToWrite({ version }: AskedObject, fields: readonly FieldOwnership[]): HandOverOffer['ways'] {
  const scale = version.subresources.get('scale');
  const [only, ...more] = fields;
  const names = only?.path.map((element) => (element.kind === 'field' ? element.name : ''));
  const isScale = scale?.kind === 'scale' && more.length === 0 && names?.join() === scale.specReplicas.join();
  const isStatus =
    fields.every(({ path }) => path[0]?.kind === 'field' && path[0].name === 'status') &&
    version.subresources.has('status');
  return isStatus ? ['status'] : isScale ? ['scale', 'update'] : ['update'];
}
