import {
  collectedNext,
  type ForecastRow,
  type Rehearsed,
  type RehearsedObject,
  rehearsalScenario,
  rehearsedObjects,
  rehearsedOwners,
  rehearsedRow,
  requestsFile,
  statesOf,
  summaryOf,
  withStates,
} from '@managed-fields/forecast';
import { terminalLine } from '@managed-fields/foreign-text';
import type { PlayedVersion } from '@managed-fields/kubernetes-types';
import { formatJson, isMap, type ValueMap } from '@managed-fields/merge-engine';
import type { RunOptions } from '@managed-fields/player';
import { encodeLink } from '@managed-fields/share-link';
import { readDocuments } from '@managed-fields/source';
import { isOfKind, printed } from '../forecast/forecast.ts';
import { placesIn, type ShownForecast } from '../forecast/shown.ts';
import { failuresOf, isFailing, readExpectation } from '../forecast/verdict.ts';
import { hiddenValue, readableRow, scenarioWithoutSecrets } from '../forecast/without-secrets.ts';
import { exit, type Io } from '../io.ts';
import { failureSentence } from '../link/link.ts';
import type { RehearseOptions } from './options.ts';

/** A command that was run, with all that it sent. */
export interface Ran extends RunOptions {
  readonly sent: Rehearsed;
  readonly command: readonly [string, ...string[]];
  /** How it failed; undefined where it did not. */
  readonly error: string | undefined;
}

/** Prints what a command did as a forecast is printed, and returns the exit code. */
export async function report(ran: Ran, options: RehearseOptions, io: Io): Promise<number> {
  const { kubernetes, failOn } = options;
  const found = rehearsedObjects(ran.sent).toSorted((a, b) => Number(isExtra(a)) - Number(isExtra(b)));
  const objects: RehearsedObject[] = [];
  let hidden = 0;
  for (const object of found) {
    const shown = await withoutSecrets(object, kubernetes, ran);
    objects.push(shown);
    if (shown !== object) hidden++;
  }
  if (hidden > 0) {
    const what = hidden === 1 ? '1 object, what looks' : `${hidden} objects, what looks`;
    io.stderr.write(`In ${what} secret is replaced.\n`);
  }
  const rows = objects.map((object, index) => readableRow(rehearsedRow(object, index)));
  const shown: ShownForecast = {
    ...{ manager: '', force: false, clientSide: false, tool: undefined, left: [], kubernetes, rows },
    rehearsed: { command: ran.command, requests: ran.sent.requests.length, ready: ran.sent.ready },
    next: collectedNext(ran.sent),
    error: ran.error,
    objects: options.objects ? objectsAfter(objects) : undefined,
    unmet: unmet(found, ran, options),
    summary: { ...summaryOf(rows, []), manifests: rows.length },
    link: await linkTo(found, ran, options, io),
    places: placesIn(new Map([[requestsFile, '\n'.repeat(ran.sent.requests.length)]])),
  };
  io.stdout.write(printed(shown, options, io));
  const isCollected = failOn?.has('collected') === true && shown.next?.some(({ result }) => result === 'deleted');
  const isFailed =
    isCollected === true ||
    rows.some((row) => isFailing(row, failOn)) ||
    (failOn === undefined && ran.error !== undefined);
  return isFailed || shown.unmet.length > 0 ? exit.failed : exit.done;
}

/** Whether an object stands behind all others: it is gone, or was never there before and after. */
function isExtra({ result }: RehearsedObject): boolean {
  return result === 'deleted' || result === 'left';
}

/** The object with what looks secret replaced in all its states; the same where there is nothing. */
async function withoutSecrets(object: RehearsedObject, kubernetes: PlayedVersion, ran: Ran): Promise<RehearsedObject> {
  const scenario = statesOf(object, kubernetes);
  const redacted = await scenarioWithoutSecrets(scenario, ran);
  if (redacted === scenario) return object;
  const states = redacted.steps.flatMap(({ text }): readonly ValueMap[] => {
    const value = readDocuments(text)[0]?.value ?? null;
    return isMap(value) ? [value] : [];
  });
  const { message, result } = object;
  // The words of a refusal may repeat a value; those of a conflict name fields alone.
  const isTelling = message !== undefined && result === 'refused';
  return {
    ...withStates(object, states),
    warnings: object.warnings.map(() => hiddenValue),
    ...(isTelling ? { message: hiddenValue } : {}),
  };
}

/** The objects as they would stand, by their rows. */
function objectsAfter(objects: readonly RehearsedObject[]): ReadonlyMap<number, object> {
  return new Map(
    objects.flatMap(({ after, result }, index) =>
      after === undefined || result === 'deleted' ? [] : [[index, JSON.parse(formatJson(after))] as const],
    ),
  );
}

function unmet(objects: readonly RehearsedObject[], ran: Ran, { expect }: RehearseOptions): readonly string[] {
  const rows = objects.map(rehearsedRow);
  const owners = (index: number, path: string) => {
    const object = objects[index];
    return object && rehearsedOwners(object, path);
  };
  const isKind = (row: ForecastRow, name: string) => row.kind === 'played' && isOfKind(row.object, name, ran);
  return expect.flatMap((text) => {
    const expectation = readExpectation(text);
    return expectation === undefined ? [] : failuresOf(expectation, rows, { owners }, isKind);
  });
}

/** The address that opens all that the command wrote, where one is asked for. */
async function linkTo(
  objects: readonly RehearsedObject[],
  ran: Ran,
  { page, kubernetes }: RehearseOptions,
  io: Io,
): Promise<string | undefined> {
  if (page === undefined || objects.length === 0) return undefined;
  const { requests, after } = ran.sent;
  const scenario = rehearsalScenario(objects, requests, ran.command[0], kubernetes, after);
  const link = encodeLink(await scenarioWithoutSecrets(scenario, ran));
  if (link.kind === 'link') return `${page}#${link.fragment}`;
  io.stderr.write(`The requests cannot be put into a link: ${terminalLine(failureSentence(link))}\n`);
  return undefined;
}
