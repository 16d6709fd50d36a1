import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readScenario } from '@managed-fields/scenario';
import { findingWords, type RepairKind, type Rule, repairOfRule, rules } from '@managed-fields/survey';
import { counting } from '@managed-fields/words/messages/en/counting';
import { findings } from '@managed-fields/words/messages/en/findings';

const english = findingWords({ counting, findings });
const examples = fileURLToPath(new URL('../../public/examples/', import.meta.url));

/** What the repairs do, for readers of the documentation. */
const repairs: Readonly<Record<RepairKind, string>> = {
  'hand-over': "hands the entry's fields over to the applier, as `kubectl apply --server-side` does when it migrates",
  'remove-entries': 'removes the entries; values stay, and what nobody else owns has no owner then',
  'remove-annotation': 'removes the annotation, where somebody applies the object server-side',
  'give-up': 'applies once, as the manager that is found, without the fields',
  adopt:
    'applies once, as the applier that is found, with the fields at their present values: they have an owner then, and go when ' +
    'it applies without them where nothing writes them any more',
  release: 'takes the fields out of the entry; they stay in the object',
  reset: 'empties managedFields: nobody owns anything then, and the next apply makes `before-first-apply`',
};

/** What the repair of a rule does where its kind does not say all. */
const ofRule: Readonly<Partial<Record<Rule['id'], string>>> = {
  'changed-by-admission':
    'applies once, as each manager that applies them, without the fields that are written all the same at each update',
};

/** The page of the documentation about findings, made of the rules and their words. */
export function findingsPage(): string {
  return [head, ...rules.map(sectionOf), tail].join('\n');
}

function sectionOf(rule: Rule): string {
  const words = english.rule(rule.id);
  const repair = repairOfRule[rule.id];
  return [
    `### ${rule.id}`,
    '',
    `**${words.title}** · ${rule.severity}${rule.conflict ? ' · ends in conflicts' : ''}`,
    '',
    `${words.why}`,
    '',
    `What to do: ${words.todo}`,
    '',
    ...(repair === undefined ? [] : [`The repair ${ofRule[rule.id] ?? repairs[repair]}.`, '']),
    `Example: \`#x/${rule.example}\`, ${titleOf(rule.example)}.`,
    '',
  ].join('\n');
}

/** The title of an example; throws where the gallery has none of the name. */
function titleOf(example: string): string {
  const read = readScenario(readFileSync(`${examples}${example}.yaml`, 'utf8'));
  if (read.kind !== 'scenario') throw new Error(`${example} cannot be read`);
  return `“${read.scenario.title}”`;
}

const head = `# Findings

A survey reads many objects with their managedFields and judges each of them, and all together, by the rules below. A rule
finds only what the objects prove: nothing is found of what an install and upgrades by kubectl, Kustomize, Helm, Argo CD or
Flux leave behind, which tests hold with recordings of each.

A finding is an \`error\` where the next apply fails or values are lost, a \`warning\` where somebody will be surprised, and a
\`note\` where it is good to know. It names the object, the fields (the first 20 of them) and the entries of managedFields.

Some rules need more than one object:

- \`replicas-under-autoscaler\` needs the autoscaler in the survey: a HorizontalPodAutoscaler, or a ScaledObject of KEDA.
- \`unserved-version\` goes by the chosen version of Kubernetes for built-in kinds, and for custom resources by their
  CustomResourceDefinitions in the survey.
- \`rewritten-field\` needs three snapshots of one object: managedFields keeps no history.
- \`written-by-admission\` and \`changed-by-admission\` need what admission goes by in the survey: MutatingAdmissionPolicies with
  their bindings, parameters and Namespaces, LimitRanges, classes, and webhooks [of which you say what they do](admission.md#webhooks).
  Writes of the objects are then played on a cluster as installed, with all that and without. The first names fields that nobody owns
  and that have the value which is written where nobody sends any; the second fields that somebody applies and whose value is
  made of another one, which the finding names.
- \`manager-not-seen\` counts from the time that is given as now, else from the newest write in the survey.

Repairs are patches and commands for all objects of a finding at once. Each is previewed by the engine and none is sent from
here. Those that change managedFields name the uid or the resourceVersion of the object, so that the server refuses them where
it changed meanwhile.

## Rules
`;

const tail = `## Switching rules off

A file in YAML or JSON switches rules off by their ids, and says after how many days a manager counts as not seen any more
(365 without it):

\`\`\`yaml
rules:
  manual-change: off
  large-managed-fields: off
notSeenDays: 180
\`\`\`

A rule may also be \`on\`, as all are that the file does not name. An id that no rule has, and any other member, is an error
at its line.
`;
