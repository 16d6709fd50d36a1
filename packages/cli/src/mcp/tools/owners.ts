import type { AnnotatedText, FieldView } from '@managed-fields/player';
import { loadOnNeed, run } from '@managed-fields/player';
import { z } from 'zod';
import { kubernetesInput, liveSteps, nameInput, notesOfReplaced, prepared, scenarioOf, textInput } from '../input.ts';
import { ownerOf, ownerOutput } from '../managers.ts';
import { first } from '../shown.ts';
import type { Tool } from '../tool.ts';

/** The most fields of an answer. */
const mostFields = 200;

const input = z.strictObject({
  object: textInput(
    'One object in YAML or JSON as `kubectl get … -o yaml --show-managed-fields` prints it; definitions of custom kinds may stand beside it',
  ),
  path: nameInput('Only fields whose path begins so, such as .spec.template').optional(),
  manager: nameInput('Only fields that this manager owns').optional(),
  kubernetes: kubernetesInput,
});

const output = z.object({
  object: z.string(),
  managers: z.array(ownerOutput.extend({ fields: z.number().describe('How many fields it owns') })),
  fields: z
    .array(
      z.object({
        path: z.string(),
        value: z.string().optional(),
        owners: z.array(z.number()).describe('Places in managers, from 0'),
        state: z.enum(['owned', 'shared', 'atomic', 'unowned', 'absent']),
        why: z.string().optional().describe('Why nobody owns it'),
      }),
    )
    .describe('Leaves, items of lists that somebody owns, and what is owned but not in the object'),
  leftOut: z.number().describe('Fields that are left out here: ask again with path or manager'),
  notes: z.array(z.string()),
});

/** Tool `owners`: who owns which field of an object. */
export const owners: Tool<typeof input, typeof output> = {
  name: 'owners',
  title: 'Who owns which field',
  description:
    'Says which field managers own which fields of a Kubernetes object, from its metadata.managedFields, as the API server reads them: by the schema of the kind, with atomic lists and items found by key. Ask this before a field is changed.',
  input,
  output,
  async answer({ object, path, manager, kubernetes }) {
    const given = liveSteps('object', object);
    if ('error' in given) return { kind: 'error', message: given.error };
    const live = given.steps.filter(({ kind }) => kind === 'live');
    if (live.length !== 1) return { kind: 'error', message: `give one object, not ${live.length}` };
    const asked = await prepared(scenarioOf(given.steps), kubernetes);
    if (asked.kind === 'error') return asked;
    const selected = asked.scenario.steps.at(-1)?.id;
    const { outcomes, view } = await loadOnNeed(() => run(asked.scenario, { ...asked.options, selected }));
    const outcome = outcomes.at(-1);
    if (view?.own === undefined || outcome?.status === 'error') {
      return { kind: 'error', message: outcome?.message ?? outcome?.problems[0]?.message ?? 'it cannot be read' };
    }
    const untracked = view.notices.find(({ code }) => code === 'no-managed-fields');
    const chosen = fieldsOf(view.own).filter(
      (field) =>
        (path === undefined || field.path.startsWith(path)) &&
        (manager === undefined || ownersOf(view.own, field).includes(manager)),
    );
    const { rows, leftOut } = first(chosen, mostFields);
    return {
      kind: 'answer',
      value: {
        object: outcome?.object ?? '',
        managers: view.own.managers.map((each) => ({ ...ownerOf(each), fields: each.fieldCount })),
        fields: rows.map((field) => ({
          path: field.path,
          ...(field.state === 'absent' ? {} : { value: field.preview }),
          owners: [...field.owners],
          state: field.state,
          ...(field.why === undefined ? {} : { why: field.why }),
        })),
        leftOut,
        notes: [
          ...(untracked === undefined
            ? []
            : [
                `The object has no managedFields, so nobody is known to own anything. This brings them: ${untracked.data['command']}`,
              ]),
          ...notesOfReplaced(asked.replaced),
        ],
      },
    };
  },
};

/** Leaves, and whatever else has owners of its own; without what names the object and what the server keeps. */
function fieldsOf({ fields }: AnnotatedText): readonly FieldView[] {
  return fields.filter(
    ({ path, leaf, state, owners: own, why }) =>
      path !== '' && why !== 'identity' && why !== 'system' && (leaf || state === 'absent' || own.length > 0),
  );
}

function ownersOf(
  { managers }: Pick<AnnotatedText, 'managers'> = { managers: [] },
  { owners: own }: FieldView,
): readonly string[] {
  return own.flatMap((index) => managers[index]?.manager ?? []);
}
