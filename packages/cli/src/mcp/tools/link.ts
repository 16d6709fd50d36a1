import { defaultVersion } from '@managed-fields/kubernetes-types';
import { encodeLink } from '@managed-fields/share-link';
import { z } from 'zod';
import { failureSentence, scenarioOf as scenarioOfObjects } from '../../link/link.ts';
import { objectsIn } from '../../objects.ts';
import { kubernetesInput, liveSteps, notesOfReplaced, prepared, textInput } from '../input.ts';
import type { Tool } from '../tool.ts';

const input = z.strictObject({
  objects: textInput('Objects in YAML or JSON: live objects, manifests, definitions'),
  kubernetes: kubernetesInput,
});

const output = z.object({
  address: z.string().optional().describe('Opens the objects in the playground; absent where the operator named none'),
  fragment: z.string().describe('What stands behind the # of a playground’s address'),
  notes: z.array(z.string()),
});

/** Tool `link`: an address at which a person sees the objects with the owners of their fields. */
export const link: Tool<typeof input, typeof output> = {
  name: 'link',
  title: 'A link that shows objects to a person',
  description:
    'Makes a link that opens objects in the managedFields playground, so that a person can look at what was found. The objects stand behind the # of the address, which browsers do not send.',
  input,
  output,
  async answer({ objects, kubernetes }, { page }) {
    // Refuses what is never put into a link.
    const checked = liveSteps('objects', objects);
    if ('error' in checked) return { kind: 'error', message: checked.error };
    const given = objectsIn([{ name: 'objects', text: objects }]);
    if (given.kind === 'failure') return { kind: 'error', message: given.message };
    const asked = await prepared(scenarioOfObjects(given.objects, defaultVersion), kubernetes);
    if (asked.kind === 'error') return asked;
    const made = encodeLink(asked.scenario);
    if (made.kind === 'failure') {
      return { kind: 'error', message: `this cannot be put into a link: ${failureSentence(made)}` };
    }
    const { fragment } = made;
    return {
      kind: 'answer',
      value: {
        ...(page === undefined ? {} : { address: `${page}#${fragment}` }),
        fragment,
        notes: [...notesOfReplaced(asked.replaced)],
      },
    };
  },
};
