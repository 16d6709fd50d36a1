import {
  findingsByRule,
  findingWords,
  objectName,
  repairOf,
  ruleOf,
  type Survey,
  sourceReader,
  startSurvey,
} from '@managed-fields/survey';
import { counting } from '@managed-fields/words/messages/en/counting';
import { findings } from '@managed-fields/words/messages/en/findings';
import { z } from 'zod';
import { kubernetesInput, liveSteps, notesOfReplaced, prepared, scenarioOf, sendable, textInput } from '../input.ts';
import { first } from '../shown.ts';
import type { Tool } from '../tool.ts';

/** The most objects that are named for each rule, and that are read at all. */
const [mostNamed, mostObjects] = [10, 1_000];

const input = z.strictObject({
  objects: textInput('Objects as `kubectl get … -A -o yaml --show-managed-fields` prints them: lists or documents'),
  kubernetes: kubernetesInput,
});

const output = z.object({
  objects: z.number(),
  findings: z.array(
    z.object({
      rule: z.string().describe('managed-fields://findings/RULE has what it means'),
      severity: z.enum(['error', 'warning', 'note']),
      title: z.string(),
      why: z.string(),
      todo: z.string(),
      count: z.number().describe('In how many objects'),
      found: z.array(
        z.object({
          object: z.string(),
          sentence: z.string(),
          fields: z.array(z.string()),
          repair: z.string().optional().describe('The kubectl line that mends it'),
        }),
      ),
      leftOut: z.number(),
    }),
  ),
  notes: z.array(z.string()),
});

/** Tool `survey`: what is wrong with many objects. */
export const survey: Tool<typeof input, typeof output> = {
  name: 'survey',
  title: 'What is wrong with many objects',
  description:
    'Looks for what will cause trouble in the managedFields of many objects: entries left over from client-side apply, managers that fight, fields that an autoscaler and a manifest both want, and more; each with what mends it.',
  input,
  output,
  async answer({ objects, kubernetes }, { io }) {
    const given = liveSteps('objects', objects);
    if ('error' in given) return { kind: 'error', message: given.error };
    if (given.steps.length > mostObjects) {
      const message = `give at most ${mostObjects} objects, not ${given.steps.length}; managed-fields survey on the command line reads more`;
      return { kind: 'error', message };
    }
    const asked = await prepared(scenarioOf(given.steps), kubernetes);
    if (asked.kind === 'error') return asked;
    const now = `${new Date(io.now()).toISOString().slice(0, 19)}Z`;
    const surveyed = startSurvey({ catalog: asked.options.catalog, now });
    const reader = sourceReader('objects');
    const text = asked.scenario.steps.map((step) => step.text).join('\n---\n');
    for (const part of [...reader.push(Buffer.from(text, 'utf8')), ...reader.end()]) surveyed.add(part);
    surveyed.judge();
    return {
      kind: 'answer',
      value: {
        objects: surveyed.rows.length,
        findings: foundIn(surveyed),
        notes: [...notesOfReplaced(asked.replaced)],
      },
    };
  },
};

function foundIn(surveyed: Survey): z.input<typeof output>['findings'] {
  const words = findingWords({ counting, findings });
  return findingsByRule(surveyed.rows).map(({ rule, found }) => {
    const { title, why, todo, sentence } = words.rule(rule);
    const { rows, leftOut } = first(found, mostNamed);
    return {
      ...{ rule, severity: ruleOf(rule).severity, title, why, todo, count: found.length, leftOut },
      found: rows.map(({ object, finding }) => {
        const objectText = surveyed.textOf(object.index);
        const command = objectText && repairOf(finding, object, objectText)?.command;
        return {
          object: objectName(object),
          sentence: sentence(finding),
          fields: [...finding.fields],
          ...sendable('repair', command),
        };
      }),
    };
  });
}
