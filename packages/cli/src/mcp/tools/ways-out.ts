import {
  answerQuestion,
  type ConflictView,
  type HandOverPlan,
  loadOnNeed,
  type RunOptions,
  run,
  type WayPreview,
} from '@managed-fields/player';
import { addStep, type Scenario, type Step } from '@managed-fields/scenario';
import { errors as messages } from '@managed-fields/words/messages/en/errors';
import { handover } from '@managed-fields/words/messages/en/handover';
import { z } from 'zod';
import {
  kubernetesInput,
  liveSteps,
  nameInput,
  notesOfReplaced,
  prepared,
  scenarioOf,
  sendable,
  textInput,
} from '../input.ts';
import { ownerOf, ownerOutput } from '../managers.ts';
import { first } from '../shown.ts';
import type { Tool } from '../tool.ts';

/** The most rows of each list of an answer. */
const mostRows = 100;

const input = z.strictObject({
  live: textInput(
    'The object as it lives, as `kubectl get … -o yaml --show-managed-fields` prints it; definitions of custom kinds may stand beside it',
  ),
  manifest: textInput('The manifest that was applied, one document in YAML or JSON'),
  manager: nameInput('The field manager that applies: kubectl, helm, argocd-controller, …'),
  kubernetes: kubernetesInput,
});

const change = z.object({ path: z.string(), before: z.string().optional(), after: z.string().optional() });
const moved = ownerOutput.extend({ gained: z.array(z.string()), lost: z.array(z.string()), gone: z.boolean() });

const output = z.object({
  status: z.string().describe('How the apply ends without force: conflict, changed, unchanged, created or error'),
  message: z.string().optional().describe('The words of the server'),
  conflicts: z.array(
    z.object({
      path: z.string(),
      owner: ownerOutput,
      live: z.string().optional(),
      declared: z.string().optional(),
    }),
  ),
  ways: z.array(
    z.object({
      way: z.enum(['overwrite', 'give-up', 'share']),
      means: z.string(),
      status: z.string(),
      message: z.string().optional(),
      changes: z.array(change).describe('Values of the object that change'),
      owners: z.array(moved).describe('Owners that gain or lose fields'),
      manifest: z.string().optional().describe('The manifest as it would be'),
      command: z.string().optional(),
    }),
  ),
  handOver: z
    .object({
      done: z.boolean().describe('Whether the applier alone owns the fields at the end'),
      steps: z.array(
        z.object({
          role: z.enum(['takes', 'holds', 'lets-go', 'writes', 'cleans-up']),
          manager: z.string(),
          means: z.string(),
          status: z.string(),
          message: z.string().optional(),
          command: z.string().optional(),
        }),
      ),
      thenApply: z
        .object({ status: z.string(), message: z.string().optional() })
        .describe('How the manifest applies then'),
    })
    .optional()
    .describe(
      'The same fields handed over to the applier step by step: they always have an owner, and no value is lost',
    ),
  leftOut: z.number().describe('Rows of the lists that are left out'),
  notes: z.array(z.string()),
});

type Output = z.input<typeof output>;

/** Tool `ways_out`: what each answer to a conflict comes to. */
export const waysOut: Tool<typeof input, typeof output> = {
  name: 'ways_out',
  title: 'The ways out of a conflict',
  description:
    'Plays a server-side apply of a manifest on a live object, as the API server would answer it, and where it conflicts says what each way out comes to: overwrite with force, give the fields up, share them, or hand them over to the applier step by step. Ask this instead of deleting and recreating an object.',
  input,
  output,
  async answer({ live, manifest, manager, kubernetes }) {
    const given = liveSteps('live', live);
    if ('error' in given) return { kind: 'error', message: given.error };
    const steps = [...given.steps, { kind: 'apply', manager, text: manifest } as const];
    const asked = await prepared(scenarioOf(steps), kubernetes);
    if (asked.kind === 'error') return asked;
    const { scenario, options, replaced } = asked;
    const apply = scenario.steps.at(-1);
    if (apply === undefined) return { kind: 'error', message: 'there is no manifest' };
    const { outcomes, view } = await loadOnNeed(() => run(scenario, { ...options, selected: apply.id }));
    const unread = outcomes.slice(0, -1).find(({ status }) => status === 'error');
    if (unread !== undefined) return { kind: 'error', message: unread.message ?? 'the live object cannot be read' };
    const outcome = outcomes.at(-1);
    if (outcome === undefined || outcome.status === 'error' || outcome.status === 'skipped') {
      const problem = outcome?.problems.find(({ severity }) => severity === 'error');
      return { kind: 'error', message: outcome?.message ?? problem?.message ?? 'the manifest cannot be read' };
    }
    const plain = { status: outcome.status, ...(outcome.message === undefined ? {} : { message: outcome.message }) };
    if (view?.conflict === undefined) {
      const value: Output = { ...plain, conflicts: [], ways: [], leftOut: 0, notes: [...notesOfReplaced(replaced)] };
      return { kind: 'answer', value };
    }
    const conflicts = first(view.conflict.fields, mostRows);
    const ways = await waysOf(scenario, apply, view.conflict, options);
    const handOver = await handOverOf(scenario, apply, view.conflict, options);
    return {
      kind: 'answer',
      value: {
        ...plain,
        conflicts: conflicts.rows.map(({ path, owner, live: value, declared }) => ({
          path,
          owner: ownerOf(owner),
          ...(value === undefined ? {} : { live: value }),
          ...(declared === undefined ? {} : { declared }),
        })),
        ways: ways.map(({ leftOut: _, ...way }) => way),
        ...(handOver === undefined ? {} : { handOver }),
        leftOut: conflicts.leftOut + ways.reduce((sum, { leftOut }) => sum + leftOut, 0),
        notes: [
          ...scaleNotes(view.conflict),
          'Nothing of this deletes the object. Deleting and recreating it is no way out: its Pods end, and the other managers write their fields again.',
          'This is played, not sent: a dry run (kubectl apply --server-side --dry-run=server) says whether your cluster agrees.',
          ...notesOfReplaced(replaced),
        ],
      },
    };
  },
};

/** What each way means. `alone`: all that is in conflict belongs to updaters, who meet no conflict themselves. */
function meaningsOf(alone: boolean): Readonly<Record<WayPreview['way'], string>> {
  const { force, leaveOut, takeOver } = messages.advice;
  return { overwrite: force, 'give-up': leaveOut, share: takeOver({ alone }) };
}

type Way = Output['ways'][number] & { readonly leftOut: number };

async function waysOf(
  scenario: Scenario,
  apply: Step,
  { fields }: ConflictView,
  options: RunOptions,
): Promise<readonly Way[]> {
  const stepId = apply.id;
  const previews = await loadOnNeed(() => answerQuestion<'ways-out'>(scenario, { kind: 'ways-out', stepId }, options));
  const meanings = meaningsOf(fields.every(({ owner }) => owner.operation === 'Update'));
  const ways: Way[] = [];
  for (const { way, status, message, objects } of previews) {
    const resolved = await loadOnNeed(() =>
      answerQuestion<'resolve'>(scenario, { kind: 'resolve', stepId, way }, options),
    );
    const changes = first(
      objects.flatMap(({ values }) => values),
      mostRows,
    );
    const owners = objects.flatMap((object) => object.owners).map((each) => movedOf(each));
    const text = resolved.steps.find(({ id }) => id === stepId)?.text;
    ways.push({
      way,
      means: meanings[way],
      status,
      ...(message === undefined ? {} : { message }),
      changes: changes.rows.map(({ path, before, after }) => ({
        path,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      })),
      owners: owners.map(({ leftOut: _, ...owner }) => owner),
      ...sendable('manifest', way === 'overwrite' ? undefined : text),
      ...sendable('command', way === 'overwrite' ? await commandOf(resolved, stepId, options) : undefined),
      leftOut: changes.leftOut + owners.reduce((sum, { leftOut }) => sum + leftOut, 0),
    });
  }
  return ways;
}

type OwnerMove = WayPreview['objects'][number]['owners'][number];

function movedOf({ owner, gained, lost, entry }: OwnerMove) {
  const [more, less] = [first(gained, mostRows), first(lost, mostRows)];
  const fields = { gained: more.rows, lost: less.rows };
  return { ...ownerOf(owner), ...fields, gone: entry === 'gone', leftOut: more.leftOut + less.leftOut };
}

/** The kubectl line that sends a step, with its input. */
async function commandOf(scenario: Scenario, stepId: string, options: RunOptions): Promise<string | undefined> {
  const asked = { kind: 'request-forms', stepId } as const;
  const forms = await loadOnNeed(() => answerQuestion<'request-forms'>(scenario, asked, options));
  return forms?.kubectl?.text;
}

/** The fields of a conflict handed over to the applier, before it applies; undefined where that cannot be. */
async function handOverOf(
  scenario: Scenario,
  apply: Step,
  { fields, manager }: ConflictView,
  options: RunOptions,
): Promise<Output['handOver']> {
  const before: Scenario = { ...scenario, steps: scenario.steps.filter(({ id }) => id !== apply.id) };
  const stepId = before.steps.at(-1)?.id ?? '';
  const paths = [...new Set(fields.map(({ path }) => path))];
  const asked = { stepId, paths, to: { manager, by: 'apply' }, method: 'share' } as const;
  const plan = await loadOnNeed(() =>
    answerQuestion<'hand-over-plan'>(before, { kind: 'hand-over-plan', ...asked }, options),
  );
  if (plan === undefined || plan.steps.length === 0) return undefined;
  const handed = await loadOnNeed(() => answerQuestion<'hand-over'>(before, { kind: 'hand-over', ...asked }, options));
  const { id: _, ...again } = apply;
  const after = addStep(handed, again, handed.steps.length);
  const ended = (await loadOnNeed(() => run(after, options))).outcomes.at(-1);
  const sent = handed.steps.slice(before.steps.length);
  const steps: NonNullable<Output['handOver']>['steps'] = [];
  for (const [index, { role, manager: by, status, message, owner }] of plan.steps.entries()) {
    const step = sent[index];
    const means = handover.roles[owner?.operation === 'Update' ? 'taken-out' : role]({ manager: owner?.manager ?? by });
    steps.push({
      ...{ role, manager: by, means, status },
      ...(message === undefined ? {} : { message }),
      ...sendable('command', step && (await commandOf(handed, step.id, options))),
    });
  }
  const thenApply = {
    status: ended?.status ?? 'error',
    ...(ended?.message === undefined ? {} : { message: ended.message }),
  };
  return { done: isDone(plan), steps, thenApply };
}

function isDone({ done, steps }: HandOverPlan): boolean {
  return done && steps.every(({ status }) => status !== 'error' && status !== 'conflict');
}

/** What is to be known where an autoscaler writes a field: it does so again after each way but one. */
function scaleNotes({ fields }: ConflictView): readonly string[] {
  if (fields.every(({ owner }) => owner.subresource !== 'scale')) return [];
  return [
    `${messages.advice.leaveToScale} After any other way out, give-up excepted, it writes them again at its next sync.`,
  ];
}
