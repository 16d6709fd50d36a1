import { catalogOf, type RequestTrace, type TypeCatalog } from '@managed-fields/api-server';
import { explainOwnership, type Owner, type OwnerIdentity, sameOwner } from '@managed-fields/merge-engine';
import type { FieldPathText, Outcome, Scenario, Step } from '@managed-fields/scenario';
import { hasApplyFlag, withoutApplyFlags, withSettingsOf } from '@managed-fields/scenario';
import { playStep } from '../run/play-step.ts';
import type { PlayedStep } from '../run/played-step.ts';
import { playScenario, type RunOptions } from '../run/run.ts';
import { forced, withForcing } from './resolve.ts';
import { nameOf, objectChanges, type ValueChangeView } from './step-preview.ts';

/** What force changes in an apply, whether the step has it or not. Plain data that a worker can post. */
export interface ForceView {
  /** Whether the step applies with force. */
  readonly forced: boolean;
  /** The end of the step without force, and with it. */
  readonly without: Pick<Outcome, 'status' | 'message'>;
  readonly with: Pick<Outcome, 'status' | 'message'>;
  readonly objects: readonly ForcedObject[];
}

/** The effect of force on one object. */
export interface ForcedObject {
  /** `Deployment web` */
  readonly object: string;
  readonly manager: string;
  /** The owners that lose fields; `gone` if an owner has nothing left. */
  readonly taken: readonly {
    readonly owner: OwnerIdentity;
    readonly fields: readonly ValueChangeView[];
    readonly gone: boolean;
  }[];
  /** The fields that others own together with the manager, because they have the same value. */
  readonly shared: readonly OwnedFields[];
  /** The fields that others own and the configuration does not have. Force neither takes nor removes them. */
  readonly beyond: readonly OwnedFields[];
}

/** Fields of one owner: all that its entry names, items of lists and maps included, as changes of owners count them. */
export interface OwnedFields {
  readonly owner: OwnerIdentity;
  readonly fields: readonly FieldPathText[];
}

/** Previews an apply with and without force; undefined for steps that are no server-side apply. */
export function forcePreview(scenario: Scenario, stepId: string, { catalog }: RunOptions): ForceView | undefined {
  const played = playScenario(scenario, catalog).find(({ step }) => step.id === stepId);
  if (played === undefined || !isApply(played.step)) return undefined;
  const { step, before } = played;
  const take = forced(step);
  const leave = unforced(step);
  const again = (other: Step) => (other === step ? played : playStep(other, before, new Map()));
  const [taking, leaving] = [again(take), again(leave)];
  return {
    forced: leave !== step,
    without: endOf(leaving),
    with: endOf(taking),
    objects: forcedObjects(taking),
  };
}

function isApply(step: Step): boolean {
  const { kind, text, off } = step;
  if (off === true) return false;
  if (step.kind === 'tool') return withForcing(step, 'true') !== withForcing(step, undefined);
  return kind === 'apply' || (kind === 'kubectl' && hasApplyFlag(text, '--server-side'));
}

/** The step without force; the same step where it has none. */
export function unforced(step: Step): Step {
  if (step.kind === 'tool') return withForcing(step, undefined);
  if (step.kind !== 'kubectl') return 'force' in step && step.force ? withSettingsOf(step, { force: undefined }) : step;
  if (!hasApplyFlag(step.text, '--force-conflicts')) return step;
  return { ...step, text: withoutApplyFlags(step.text, ['--force-conflicts']) };
}

function endOf({ outcome: { status, message } }: PlayedStep): ForceView['with'] {
  return { status, ...(message === undefined ? {} : { message }) };
}

function forcedObjects(played: PlayedStep): readonly ForcedObject[] {
  const catalog = catalogOf(played.after.cluster);
  const traces = played.trace === undefined ? (played.sent ?? []).flatMap(({ trace }) => trace ?? []) : [played.trace];
  return objectChanges(played).flatMap((change): ForcedObject[] => {
    const trace = traces.findLast((each) => each.operation === 'Apply' && nameOf(each) === change.object);
    if (trace === undefined) return [];
    const values = new Map(change.values.map((value) => [value.path, value]));
    const taken = change.owners.flatMap(({ owner, lost, entry }) => {
      const fields = lost.map((path) => values.get(path) ?? { path, before: undefined, after: undefined });
      const mine = owner.operation === 'Apply' && owner.manager === trace.manager;
      return fields.length === 0 || mine ? [] : [{ owner, fields, gone: entry === 'gone' }];
    });
    return [{ object: change.object, manager: trace.manager, taken, ...leftTo(trace, catalog) }];
  });
}

/** The fields that others own after an apply: together with the manager, and without it. */
function leftTo(trace: RequestTrace, catalog: TypeCatalog): Pick<ForcedObject, 'shared' | 'beyond'> {
  const kind = catalog.findKind(trace.apiVersion, trace.kind);
  if (trace.after === undefined || kind === undefined) return { shared: [], beyond: [] };
  const { owners = [], fields } = explainOwnership(trace.after, kind);
  const { manager, subresource, apiVersion } = trace;
  const self: OwnerIdentity = { manager, operation: 'Apply', subresource, apiVersion };
  const present = fields.filter(({ within, place }) => within === undefined && place !== undefined);
  const isSelf = (owner: Owner | undefined) => owner !== undefined && sameOwner(owner, self);
  const of = (index: number, together: boolean) =>
    present.flatMap(({ owners: theirs, text }) =>
      theirs.includes(index) && theirs.some((each) => isSelf(owners[each])) === together ? [text] : [],
    );
  const grouped = (together: boolean) =>
    owners.flatMap((owner, index): OwnedFields[] => {
      const paths = isSelf(owner) ? [] : of(index, together);
      const { manager: name, operation, subresource: through, apiVersion: version } = owner;
      const identity: OwnerIdentity = { manager: name, operation, subresource: through, apiVersion: version };
      return paths.length === 0 ? [] : [{ owner: identity, fields: paths }];
    });
  return { shared: grouped(true), beyond: grouped(false) };
}
