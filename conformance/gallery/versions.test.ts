import { defaultVersion, kubernetesVersions, loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { answerQuestion, type StepAnswer } from '@managed-fields/player/whole';
import type { Scenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { readExamples } from './examples.ts';

const others = kubernetesVersions.filter((version) => version !== defaultVersion);
const catalogs = new Map(
  await Promise.all(kubernetesVersions.map(async (version) => [version, await loadKubernetesTypes(version)] as const)),
);

/** Answers the steps of a scenario on a version, as the dialog that compares versions asks. */
function answers(scenario: Scenario, kubernetes: (typeof kubernetesVersions)[number]): readonly StepAnswer[] {
  const catalog = catalogs.get(kubernetes);
  if (catalog === undefined) throw new Error(`no kinds of ${kubernetes}`);
  return answerQuestion({ ...scenario, kubernetes }, { kind: 'step-answers', kubernetes }, { catalog });
}

test('the gallery says which versions answer a step of an example otherwise; `pnpm unit -u` writes it', async () => {
  const lines = readExamples().flatMap(({ name, scenario }) => {
    const own = JSON.stringify(answers(scenario, defaultVersion));
    const differing = others.filter((version) => JSON.stringify(answers(scenario, version)) !== own);
    return differing.length === 0
      ? []
      : [`  ${JSON.stringify(name)}: [${differing.map((version) => JSON.stringify(version)).join(', ')}]`];
  });
  await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot('../../app/gallery/answered-otherwise.json');
});
