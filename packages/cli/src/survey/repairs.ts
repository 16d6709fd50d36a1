import { terminalLine } from '@managed-fields/foreign-text';
import { loadKubernetesTypes, type PlayedVersion } from '@managed-fields/kubernetes-types';
import { loadOnNeed } from '@managed-fields/player';
import { addStep } from '@managed-fields/scenario';
import {
  isOfAdmission,
  objectName,
  previewRepair,
  type Repair,
  repairOf,
  repairScript,
  type StreamedSurvey,
  type SurveyedObject,
} from '@managed-fields/survey';
import type { Io } from '../io.ts';

/** The most repairs of one folder. */
const mostRepairs = 10_000;

/** What came of writing repairs. */
export interface WrittenRepairs {
  readonly written: number;
  /** Those that a server would refuse, each with its words. */
  readonly refused: readonly string[];
  /** Whether there are more than are written. */
  readonly more: boolean;
}

/**
 * Writes what mends the findings of objects into a folder: a script for each, and `all.sh` with all of them. Each is played
 * first; what a server would refuse is not written. Nothing is sent.
 */
export async function writeRepairs(
  objects: Iterable<SurveyedObject>,
  survey: StreamedSurvey,
  { folder, kubernetes }: { readonly folder: string; readonly kubernetes: PlayedVersion },
  io: Pick<Io, 'createFile'>,
): Promise<WrittenRepairs> {
  const catalog = await loadKubernetesTypes(kubernetes);
  const made: Repair[] = [];
  const refused: string[] = [];
  for (const object of objects) {
    for (const repair of repairsOf(object, survey)) {
      if (made.length >= mostRepairs) return { ...finish(made, folder, io), refused, more: true };
      const { before, after, refusal } = await loadOnNeed(() => previewRepair(repair, catalog));
      if (refusal !== undefined) {
        refused.push(`${objectName(object)} (${repair.rule}): ${terminalLine(refusal)}`);
        continue;
      }
      made.push(repair);
      const head = [
        `What ${repair.rule} found in ${objectName(object)}, mended. Nothing was sent yet.`,
        `Played on ${kubernetes}: ${before.length} entries of managedFields before, ${after.length} after.`,
      ];
      writeText(io, `${folder}/${fileNameOf(made.length, repair)}`, repairScript([repair], head));
    }
  }
  return { ...finish(made, folder, io), refused, more: false };
}

function repairsOf(object: SurveyedObject, survey: StreamedSurvey): readonly Repair[] {
  if (object.findings.length === 0) return [];
  const text = survey.textOf(object.index);
  if (text === undefined) return [];
  const definition = survey.definitionOf(object);
  return object.findings.flatMap((finding) => {
    const around = isOfAdmission(finding) ? survey.aroundOf(object) : [];
    const repair = repairOf(finding, object, text, around);
    if (repair === undefined) return [];
    return [definition === undefined ? repair : { ...repair, scenario: addStep(repair.scenario, definition, 0) }];
  });
}

function finish(made: readonly Repair[], folder: string, io: Pick<Io, 'createFile'>): { readonly written: number } {
  if (made.length > 0) {
    writeText(
      io,
      `${folder}/all.sh`,
      repairScript(made, [`${made.length} repair${made.length === 1 ? '' : 's'}. Nothing was sent yet.`]),
    );
  }
  return { written: made.length };
}

/** A name that every file system takes and that sorts as the survey does. */
function fileNameOf(number: number, { rule, object }: Repair): string {
  const words = [object.kind, object.namespace ?? '', object.name].map((word) =>
    word
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60),
  );
  return `${[String(number).padStart(5, '0'), ...words.filter(Boolean), rule].join('-')}.sh`;
}

function writeText(io: Pick<Io, 'createFile'>, path: string, text: string): void {
  io.createFile(path).write(new TextEncoder().encode(text));
}
