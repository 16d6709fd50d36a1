import { isMap, mapAt, stringAt } from '@managed-fields/merge-engine';
import { loadOnNeed } from '@managed-fields/player';
import { type ErrorFacts, messagesIn, readPastedTexts } from '@managed-fields/reading';
import { printYaml, readDocuments } from '@managed-fields/source';
import { z } from 'zod';
import { errorWords } from '../../explain/words.ts';
import { kubernetesInput, notesOfReplaced, prepared, scenarioOf } from '../input.ts';
import { ownerOf, ownerOutput } from '../managers.ts';
import { first } from '../shown.ts';
import type { Tool } from '../tool.ts';

/** The most messages of a text, and fields of a manager, that an answer has. */
const [mostMessages, mostFields] = [10, 100];

const input = z.strictObject({
  message: z
    .string()
    .min(1)
    .max(200_000)
    .describe('What kubectl, Helm, Argo CD, Flux, Terraform, Pulumi or the API server printed, whole'),
  kubernetes: kubernetesInput,
});

const output = z.object({
  messages: z.array(
    z.object({
      code: z.string().describe('conflict, immutable, invalid, …'),
      title: z.string(),
      message: z.string().describe('The words of the server, without those of the tool around it'),
      meaning: z.string(),
      object: z.string().optional().describe('What the message says of the object'),
      managers: z.array(
        ownerOutput
          .extend({ fields: z.array(z.string()), leftOut: z.number() })
          .describe('Who owns what is in conflict'),
      ),
      fields: z.array(z.object({ path: z.string(), detail: z.string() })),
      reproduced: z.boolean().describe('Whether a request that was played here ends in this very message'),
    }),
  ),
  leftOut: z.number(),
  next: z.array(z.string()).describe('What to do now, in this order'),
  notes: z.array(z.string()),
});

/** Tool `explain_conflict`: what an error text of an apply means. */
export const explainConflict: Tool<typeof input, typeof output> = {
  name: 'explain_conflict',
  title: 'What an error of an apply means',
  description:
    'Reads an error text of an apply, update or patch and says what it means: which fields are in conflict, who owns them, and what to ask next. Ask this before anything is done about a conflict. A conflict is no reason to delete an object.',
  input,
  output,
  async answer({ message, kubernetes }) {
    // The text goes through the same search for secrets as values of an object.
    const held = new Map([
      ['apiVersion', 'v1'],
      ['kind', 'ConfigMap'],
    ] as readonly [string, string | Map<string, string>][]);
    held.set('metadata', new Map([['name', 'message']]));
    held.set('data', new Map([['text', message]]));
    const asked = await prepared(scenarioOf([{ kind: 'apply', manager: 'm', text: printYaml(held).text }]), kubernetes);
    if (asked.kind === 'error') return asked;
    const value = readDocuments(asked.scenario.steps[0]?.text ?? '')[0]?.value;
    const text = (isMap(value) && stringAt(mapAt(value, 'data'), 'text')) || '';
    const read = await loadOnNeed(() => readPastedTexts([text], {}, scenarioOf([]), asked.options));
    const found = messagesIn(read.read);
    if (found.length === 0) return { kind: 'error', message: errorWords.unknownText };
    const { rows, leftOut } = first(found, mostMessages);
    return {
      kind: 'answer',
      value: {
        messages: rows.map(({ facts, scenario }) => ({
          code: facts.code,
          title: errorWords.titles[facts.code],
          message: facts.message,
          meaning: errorWords.explanation(facts),
          ...(objectOf(facts) === '' ? {} : { object: objectOf(facts) }),
          managers: facts.managers.map(({ paths, ...manager }) => {
            const fields = first(paths, mostFields);
            return { ...ownerOf(manager), fields: fields.rows, leftOut: fields.leftOut };
          }),
          fields: first(facts.fields, mostFields).rows.map(({ path, detail }) => ({ path, detail })),
          reproduced: scenario?.reproduced === true,
        })),
        leftOut,
        next: nextOf(found.map(({ facts }) => facts)),
        notes: [...notesOfReplaced(asked.replaced)],
      },
    };
  },
};

function objectOf({ object: { apiVersion, group, kind, resource, namespace, name } }: ErrorFacts): string {
  const type = [apiVersion ?? group ?? '', kind ?? resource ?? ''].filter((word) => word !== '').join(' ');
  return `${type} ${namespace ? `${namespace}/` : ''}${name ?? ''}`.trim();
}

/** What an assistant does now. */
function nextOf(facts: readonly ErrorFacts[]): string[] {
  if (!facts.some(({ code }) => code === 'conflict')) return [];
  return [
    'Nothing was written, and the object is as it was. Do not delete and recreate it: that ends its Pods, loses what others wrote into it, and the other managers write their fields again.',
    'Get the object as it lives: kubectl get KIND NAME -n NAMESPACE -o yaml --show-managed-fields',
    'Ask ways_out with that object, the manifest and the manager that applies. It says what overwriting, giving up, sharing and handing over each come to.',
    'Let the person who asked you choose among these.',
  ];
}
