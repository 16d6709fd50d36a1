import { loadOnNeed, type RunOptions, run } from '@managed-fields/player';
import { unplayedWords } from '@managed-fields/player/words';
import { readScenario, type Scenario, stepKinds } from '@managed-fields/scenario';
import { command } from '@managed-fields/words/messages/en/command';
import { z } from 'zod';
import { kubernetesInput, nameInput, notesOfReplaced, prepared } from '../input.ts';
import { ownerOf, ownerOutput } from '../managers.ts';
import { first } from '../shown.ts';
import type { Tool } from '../tool.ts';

const unplayedSentence = unplayedWords({ command });

/** The most steps of a scenario, and fields of an answer. */
const [mostSteps, mostFields] = [100, 200];

const text = z.string().max(1_000_000);
const step = z.strictObject({
  kind: z.enum(stepKinds).exclude(['tool']),
  text: text.describe('The object, the patch, or the command line of kubectl'),
  name: z.string().max(300).optional(),
  manager: nameInput('The field manager').optional(),
  userAgent: z.string().max(300).optional(),
  force: z.boolean().optional(),
  subresource: z.string().max(100).optional(),
  fieldValidation: z.enum(['Strict', 'Warn', 'Ignore']).optional(),
  dryRun: z.boolean().optional(),
  object: z
    .strictObject({
      apiVersion: z.string().max(300),
      kind: z.string().max(300),
      namespace: z.string().max(300).optional(),
      name: z.string().max(300),
    })
    .optional()
    .describe('The object of a patch, a scale or a delete; without it that of the step before'),
  files: z.record(z.string().max(300), text).optional().describe('Files beside a kubectl command'),
});

const input = z.strictObject({
  steps: z.array(step).min(1).max(mostSteps),
  kubernetes: kubernetesInput,
});

const output = z.object({
  steps: z.array(
    z.object({
      status: z.string(),
      code: z.number().optional().describe('The HTTP status'),
      message: z.string().optional().describe('The words of the server, or what kubectl printed'),
      notPlayed: z.string().optional().describe('Why a command is not played'),
      warnings: z.array(z.string()),
      problems: z.array(z.string()),
      object: z.string().optional(),
      manager: z.string().optional(),
    }),
  ),
  managers: z.array(ownerOutput).describe('The owners of the last step’s object'),
  fields: z.array(z.object({ path: z.string(), value: z.string().optional(), owners: z.array(z.number()) })),
  leftOut: z.number(),
  notes: z.array(z.string()),
});

/**
 * A message about the type of a value without the value: in a Secret it may be one that stands in the wrong place.
 * Upstream: structured-merge-diff typed/helpers.go, which prints it with Go's verbs.
 */
function withoutGiven(message: string): string {
  return message.replace(/(: expected [^\n]*?, got )&[\s\S]*$/, '$1…');
}

function speaksOfSecrets({ steps }: Scenario): boolean {
  return steps.some((step) => /\bSecret\b/.test(JSON.stringify(step)));
}

/** The most commands whose reason is looked for: each is played once more. */
const mostReasons = 20;

/** Why commands are not played, by their steps. */
async function unplayedReasons(
  scenario: Scenario,
  outcomes: readonly { readonly stepId: string; readonly status: string }[],
  options: RunOptions,
): Promise<ReadonlyMap<string, string>> {
  const reasons = new Map<string, string>();
  for (const { stepId } of outcomes.filter(({ status }) => status === 'not-played').slice(0, mostReasons)) {
    const { view } = await loadOnNeed(() => run(scenario, { ...options, selected: stepId }));
    const unplayed = view?.command?.unplayed;
    if (unplayed !== undefined) reasons.set(stepId, unplayedSentence(unplayed));
  }
  return reasons;
}

/** Tool `play_scenario`: requests one after another on a server of their own. */
export const playScenario: Tool<typeof input, typeof output> = {
  name: 'play_scenario',
  title: 'Play requests on a server of their own',
  description:
    'Plays requests and kubectl commands one after another on an API server that is computed here and begins empty, and says how each ends, word for word, and who owns what afterwards. Kinds of steps: live (an object as it stands), apply, create, update, merge-patch, strategic-merge-patch, json-patch, scale, status, delete, crd (a definition), kubectl (a command line). Try here what you would otherwise try on a cluster.',
  input,
  output,
  async answer({ steps, kubernetes }) {
    const read = readScenario(JSON.stringify({ version: 1, title: '', steps }));
    if (read.kind === 'failure') {
      return { kind: 'error', message: read.problems[0]?.message ?? read.code };
    }
    const asked = await prepared(read.scenario, kubernetes);
    if (asked.kind === 'error') return asked;
    const selected = asked.scenario.steps.at(-1)?.id;
    const { outcomes, view } = await loadOnNeed(() => run(asked.scenario, { ...asked.options, selected }));
    const reasons = await unplayedReasons(asked.scenario, outcomes, asked.options);
    const plain = speaksOfSecrets(asked.scenario) ? withoutGiven : (message: string) => message;
    const result = view?.result ?? view?.own;
    const leaves = (result?.fields ?? []).filter(
      ({ path, leaf, owners }) => path !== '' && (leaf || owners.length > 0),
    );
    const { rows, leftOut } = first(leaves, mostFields);
    return {
      kind: 'answer',
      value: {
        steps: outcomes.map(({ stepId, status, code, message, warnings, problems, object, manager }) => ({
          status,
          ...(code === undefined ? {} : { code }),
          ...(message === undefined ? {} : { message: plain(message) }),
          ...(reasons.get(stepId) === undefined ? {} : { notPlayed: reasons.get(stepId) }),
          warnings: [...warnings],
          problems: problems.filter(({ severity }) => severity !== 'info').map((each) => plain(each.message)),
          ...(object === undefined ? {} : { object }),
          ...(manager === undefined ? {} : { manager }),
        })),
        managers: (result?.managers ?? []).map((each) => ownerOf(each)),
        fields: rows.map(({ path, state, preview, owners }) => ({
          path,
          ...(state === 'absent' ? {} : { value: preview }),
          owners: [...owners],
        })),
        leftOut,
        notes: [...notesOfReplaced(asked.replaced)],
      },
    };
  },
};
