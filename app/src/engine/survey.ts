import {
  type ReadPart,
  type Survey,
  type SurveyedObject,
  sourceReader,
  startSurvey,
  type UnreadPart,
} from '@managed-fields/survey';
import { fetchTwice } from '../code/fetch-twice.ts';
import { chunksOf } from './chunks.ts';
import type { SurveyNews, SurveySource } from './protocol.ts';
import type { Perform } from './task.ts';

// Code that only a survey needs. It is fetched with the first source that is read.

/** The objects that were read here; undefined before the first source. */
let survey: Survey | undefined;

/** How many rows are told at once, and at most so many milliseconds apart. */
const [mostRows, tellAfterMs] = [250, 100];

/** Grows when what is being read is to end. */
let stops = 0;

const loadForecast = () => fetchTwice(() => import('./survey-forecast.ts'));

/** Answers what is asked about the survey. */
export const perform: Perform<'survey'> = async (asked, means) => {
  const { catalogOf, tell } = means;
  switch (asked.kind) {
    case 'read':
      survey ??= startSurvey({ catalog: await catalogOf(asked.kubernetes), now: asked.now });
      await readSources(survey, asked.sources, tell);
      return undefined;
    case 'stop':
      stops += 1;
      return undefined;
    case 'open':
      return survey?.open(asked.index);
    case 'export':
      return (await fetchTwice(() => import('./survey-export.ts'))).exported(survey?.rows ?? [], asked);
    case 'forecast':
      return (await loadForecast()).forecast(survey, asked, means);
    case 'forecast-scenario':
      return (await loadForecast()).forecastScenario(asked.index, asked.way);
  }
};

/** Reads sources one after the other, and tells what was read while it goes on. */
async function readSources(
  survey: Survey,
  sources: readonly SurveySource[],
  tell: (news: SurveyNews) => void,
): Promise<void> {
  const before = stops;
  const of = sources.reduce((sum, { content }) => sum + content.size, 0);
  let bytes = 0;
  let rows: SurveyedObject[] = [];
  let unread: UnreadPart[] = [];
  let told = performance.now();
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
    const reader = sourceReader(name);
    try {
      for await (const { chunk, taken } of chunksOf(content)) {
        take(reader.push(chunk));
        bytes += taken;
        if (performance.now() - told > tellAfterMs) tellNow();
        if (stops > before) break;
      }
    } catch (error) {
      const detail = error instanceof Error ? error.message.slice(0, 200) : '';
      unread.push({ place: { file: name, line: 1 }, reason: 'damaged', detail });
    }
    if (stops > before) break;
    take(reader.end());
  }
  if (stops === before) bytes = of;
  rows.push(...survey.judge());
  tellNow();
}
