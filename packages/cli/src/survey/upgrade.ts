import { terminalLine } from '@managed-fields/foreign-text';
import { isPreview, loadKubernetesTypes, serverRelease } from '@managed-fields/kubernetes-types';
import { isMap } from '@managed-fields/merge-engine';
import { loadOnNeed } from '@managed-fields/player';
import {
  exactValue,
  objectName,
  type StreamedSurvey,
  type SurveyedObject,
  type UpgradeChange,
  upgradeChanges,
  upgradeSentence,
} from '@managed-fields/survey';
import { upgrade as messages } from '@managed-fields/words/messages/en/upgrade';
import { versions } from '@managed-fields/words/messages/en/versions';
import type { Io } from '../io.ts';
import { outputJson } from '../json/output.ts';
import type { Upgrade } from './options.ts';

/** An object for which an upgrade changes something. */
export interface ChangedObject {
  readonly row: SurveyedObject;
  readonly changes: readonly UpgradeChange[];
}

/** Finds what an upgrade changes for each of some objects; those for which nothing changes are left out. */
export async function* changedObjects(
  objects: Iterable<SurveyedObject>,
  survey: StreamedSurvey,
  { from, to }: Upgrade,
): AsyncGenerator<ChangedObject> {
  const [before, after] = await Promise.all([loadKubernetesTypes(from), loadKubernetesTypes(to)]);
  const definitions = survey.definitions().map(exactValue).filter(isMap);
  const changesOf = await loadOnNeed(() =>
    upgradeChanges({ version: from, catalog: before }, { version: to, catalog: after }, definitions),
  );
  for (const row of objects) {
    const text = survey.textOf(row.index);
    const object = text === undefined ? undefined : exactValue(text);
    if (!isMap(object)) continue;
    const changes = await loadOnNeed(() => changesOf(object));
    if (changes.length > 0) yield { row, changes };
  }
}

/** Prints what an upgrade changes; whether it changes something. */
export async function printUpgrade(
  objects: Iterable<SurveyedObject>,
  survey: StreamedSurvey,
  { from, to }: Upgrade,
  { output, unread }: { readonly output: 'text' | 'json'; readonly unread: readonly string[] },
  io: Io,
): Promise<boolean> {
  const changed: ChangedObject[] = [];
  let size = 0;
  const counted = (function* () {
    for (const object of objects) {
      size++;
      yield object;
    }
  })();
  for await (const each of changedObjects(counted, survey, { from, to })) changed.push(each);
  if (output === 'json') {
    const objects = changed.map(({ row: { apiVersion, kind, namespace, name }, changes }) => ({
      ...{ apiVersion, kind, namespace, name, changes },
    }));
    io.stdout.write(outputJson('Upgrade', { form: 1, from, to, objects, unread }));
    return changed.length > 0;
  }
  const lines = changed.flatMap(({ row, changes }) => [
    objectName(row),
    ...changes.map((change) => `  ${upgradeSentence(change, { from, to }, messages)}`),
  ]);
  const previews = [...new Set([from, to])].filter(isPreview);
  const heads = [
    messages.title({ from, to }),
    ...previews.map((version) => versions.previewNote({ version, release: serverRelease(version) })),
    messages.summary({ changed: changed.length, objects: messages.objects({ count: size }) }),
  ];
  io.stdout.write([...heads, ...lines].map((line) => `${terminalLine(line)}\n`).join(''));
  return changed.length > 0;
}
