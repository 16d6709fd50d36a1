import {
  type ReadPart,
  type Survey,
  type SurveyedObject,
  sourceReader,
  startSurvey,
  type UnreadPart,
} from '@managed-fields/survey';
import { fetchTwice } from '../../../core/code/fetch-twice.ts';
import { chunksOf } from '../../../core/engine/chunks.ts';
import type { Perform, SurveyNews, SurveySource, TaskMeans } from '../../../core/engine/protocol.ts';

// Code that only a survey needs. It is fetched with the first source that is read.

/** The objects that were read here; undefined before the first source. */
let survey: Survey | undefined;

/** How many rows are told at once, and at most so many milliseconds apart. */
const [mostRows, tellAfterMs] = [250, 100];

/** How many milliseconds another question waits at most while sources are read. */
const listenAfterMs = 50;

/** Grows when what is being read is to end. */
let stops = 0;

const loadRepair = () => fetchTwice(() => import('./repair.ts'));
const loadForecast = () => fetchTwice(() => import('../../forecast/worker.ts'));

/** Answers what is asked about the survey. */
export const perform: Perform<'survey'> = async (asked, means) => {
  const { catalogOf, computed, tell } = means;
  switch (asked.kind) {
    case 'read': {
      const before = stops;
      survey ??= startSurvey({ catalog: await catalogOf(asked.kubernetes), now: asked.now });
      await readSources(survey, asked.sources, tell, { isStopped: () => stops > before, computed });
      return undefined;
    }
    case 'stop':
      stops += 1;
      return undefined;
    case 'open':
      return survey?.open(asked.index);
    case 'finding':
      return (await loadRepair()).helpFor(survey, asked);
    case 'repairs':
      return (await loadRepair()).repairs(survey, asked, means);
    case 'upgrade':
      return (await fetchTwice(() => import('./upgrade.ts'))).upgrade(survey, asked, means);
    case 'export':
      return (await fetchTwice(() => import('./export.ts'))).exported(survey?.rows ?? [], asked);
    case 'forecast':
      return (await loadForecast()).forecast(survey, asked, means);
    case 'forecast-scenario':
      return (await loadForecast()).forecastScenario(asked);
  }
};

/** Reads sources one after the other, and tells what was read while it goes on, until it is stopped. */
async function readSources(
  survey: Survey,
  sources: readonly SurveySource[],
  tell: (news: SurveyNews) => void,
  { isStopped, computed }: Pick<TaskMeans<'survey'>, 'computed'> & { readonly isStopped: () => boolean },
): Promise<void> {
  const of = sources.reduce((sum, { content }) => sum + content.size, 0);
  let bytes = 0;
  let rows: SurveyedObject[] = [];
  let unread: UnreadPart[] = [];
  let told = performance.now();
  let listened = told;
  const tellNow = () => {
    tell({ rows, unread, bytes, of });
    [rows, unread, told] = [[], [], performance.now()];
  };
  const take = (parts: Iterable<ReadPart>) => {
    for (const part of parts) {
      const added = survey.add(part);
      if (added === undefined) continue;
      if ('row' in added) rows.push(added.row);
      else unread.push(added.unread);
      if (rows.length >= mostRows) tellNow();
    }
  };
  for (const { name, content } of sources) {
    if (isStopped()) break;
    const reader = sourceReader(name);
    try {
      for await (const { chunk, taken } of chunksOf(content)) {
        take(reader.push(chunk));
        bytes += taken;
        if (performance.now() - told > tellAfterMs) tellNow();
        if (performance.now() - listened < listenAfterMs) continue;
        // Chunks can come one after the other without a moment in which another question is taken.
        await new Promise((done) => setTimeout(done));
        listened = performance.now();
        if (isStopped()) break;
      }
    } catch (error) {
      const detail = error instanceof Error ? error.message.slice(0, 200) : '';
      unread.push({ place: { file: name, line: 1 }, reason: 'damaged', detail });
    }
    // Where reading was ended, the text goes on.
    if (!isStopped()) take(reader.end());
  }
  if (!isStopped()) bytes = of;
  // Where the survey has policies, judging it loads what plays them, and that may fail.
  tellNow();
  rows.push(...(await computed(() => survey.judge())));
  tellNow();
}
