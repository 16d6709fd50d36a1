import '@managed-fields/player/whole';
import { readFileSync } from 'node:fs';
import { type KubernetesVersion, kubernetesVersions, loadKubernetesTypes } from '@managed-fields/kubernetes-types';
import { answerQuestion } from '@managed-fields/player';
import { readScenario } from '@managed-fields/scenario';
import { expect, test } from 'vitest';
import { differingExamples } from './each-version.tsx';

const named = kubernetesVersions.flatMap((version) =>
  (differingExamples[version] ?? []).map((name) => [name, version] as const),
);

test.each(named)('%s is answered differently from %s on', async (name, version) => {
  const before = kubernetesVersions[kubernetesVersions.indexOf(version) - 1];
  const read = readScenario(
    readFileSync(new URL(`../../../../../public/examples/${name}.yaml`, import.meta.url), 'utf8'),
  );
  if (read.kind !== 'scenario' || before === undefined) throw new Error(name);
  const answersOf = async (kubernetes: KubernetesVersion) =>
    answerQuestion(
      read.scenario,
      { kind: 'step-answers', kubernetes },
      { catalog: await loadKubernetesTypes(kubernetes) },
    );
  expect(await answersOf(version)).not.toEqual(await answersOf(before));
});
