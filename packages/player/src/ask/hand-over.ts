import { type FieldOwnership, identityOf, type OwnerIdentity, sameOwner } from '@managed-fields/merge-engine';
import type { AnyStep, FieldPathText, Outcome, Scenario, StepKind } from '@managed-fields/scenario';
import { addStep, type NewStep } from '@managed-fields/scenario';
import { preview } from '../preview.ts';
import { playStep } from '../run/play-step.ts';
import type { RunOptions } from '../run/run.ts';
import { type AskedObject, objectAfter, objectOf } from './field-at.ts';
import { applyNothing, applyOf, applyWith, letGo, type Recipient, writeOther } from './hand-over-steps.ts';

/**
 * The order in which fields change owners, so that they always have one. `share`: the recipient applies them with the
 * same values, then the others give them up. `temporary`: a temporary manager applies them, the others give them up,
 * and the recipient's first write takes them from it. `writes-first`: the recipient's write takes them, then the others
 * stop applying them.
 */
export type HandOverMethod = 'share' | 'temporary' | 'writes-first';

/**
 * The purpose of a step of a hand-over. `cleans-up`: the temporary manager gives up what it still owns, such as the key
 * of an item.
 */
export type HandOverRole = 'takes' | 'holds' | 'lets-go' | 'writes' | 'cleans-up';

/** The fields to hand over, the recipient, and the way to do it. */
export interface HandOver {
  readonly paths: readonly FieldPathText[];
  readonly to: Recipient;
  readonly method: HandOverMethod;
  /** The name of the temporary manager. */
  readonly temporary?: string;
}

/** What can be handed over of a step's object. Plain data that a worker can post. */
export interface HandOverOffer {
  /** The fields as owners have them: an atomic list or map in place of its parts. */
  readonly fields: readonly FieldPathText[];
  readonly owners: readonly OwnerIdentity[];
  /**
   * Managers that could get the fields, without one that owns all of them alone. For a field that is written by /scale, those that write by
   * /scale come first.
   */
  readonly recipients: readonly Recipient[];
  /** The ways to write the fields beside apply. */
  readonly ways: readonly Exclude<Recipient['by'], 'apply'>[];
}

/** The preview of a hand-over. Plain data that a worker can post. */
export interface HandOverPlan {
  readonly steps: readonly PlannedStep[];
  /** Whether the recipient alone owns the fields at the end. */
  readonly done: boolean;
  /** The owners at the end. */
  readonly owners: readonly OwnerIdentity[];
}

/** One step of a hand-over with its result. */
export interface PlannedStep {
  readonly role: HandOverRole;
  readonly kind: StepKind;
  /**
   * The manager that the server records for the step. If fields are removed from an entry, it is the manager that
   * patches the entry.
   */
  readonly manager: string;
  /** The owner that gives the fields up, for a step with that purpose. */
  readonly owner?: OwnerIdentity;
  readonly status: Outcome['status'];
  readonly message?: string;
  /** The fields after the step. */
  readonly fields: readonly {
    readonly path: FieldPathText;
    readonly value: string | undefined;
    readonly owners: readonly OwnerIdentity[];
  }[];
  /** The owners whose entries the step removes. */
  readonly gone: readonly OwnerIdentity[];
}

/** The name and the note of a step. */
export interface StepWords {
  readonly name: string;
  readonly note: string;
}

/** The owners of fields of the object after a step, and the managers that could get the fields. */
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
    const by = owner.operation === 'Apply' ? 'apply' : ways.find((way) => wayOf(owner) === way);
    return by === undefined ? [] : [{ manager: owner.manager, by }];
  });
  const autoscaler: readonly Recipient[] = ways.includes('scale') ? [{ manager: autoscalerName, by: 'scale' }] : [];
  const recipients = [...autoscaler, ...others].filter(
    (each, index, all) =>
      !owners.every((owner) => isRecipient(owner, each)) &&
      all.findIndex(({ manager, by }) => manager === each.manager && by === each.by) === index,
  );
  return { fields: fields.map(({ text }) => text), owners, recipients, ways };
}

/** The manager name of the horizontal Pod autoscaler. */
const autoscalerName = 'kube-controller-manager';

/** Previews a hand-over after a step; undefined where there is nothing to hand over. */
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
 * Adds the steps of a hand-over after a step, each with its words. Returns the same scenario where there is nothing to
 * hand over.
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
      // The recipient's write took the fields from every updater. An applier still has them in its configuration.
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

/** The name in the documentation of Kubernetes. */
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

/**
 * The fields with some paths as owners have them, each once: an atomic list or map in place of its parts, without
 * fields that have no owners.
 */
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
