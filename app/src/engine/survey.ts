import { type ReadPart, type SurveyedObject, sourceReader, startSurvey, type UnreadPart } from '@managed-fields/survey';
import { chunksOf } from './chunks.ts';
import type { SurveyNews, SurveySource } from './protocol.ts';
import type { Perform } from './task.ts';

// Code that only a survey needs. It is fetched with the first source that is read.

/** The objects that were read here. */
const survey = startSurvey();

/** How many rows are told at once, and at most so many milliseconds apart. */
const [mostRows, tellAfterMs] = [250, 100];

/** Answers what is asked about the survey. */
export const perform: Perform<'survey'> = async (asked, { tell }) => {
  switch (asked.kind) {
    case 'read':
      await readSources(asked.sources, tell);
      return undefined;
    case 'open':
      return survey.open(asked.index);
  }
};

/** Reads sources one after the other, and tells what was read while it goes on. */
async function readSources(sources: readonly SurveySource[], tell: (news: SurveyNews) => void): Promise<void> {
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
      }
    } catch (error) {
      const detail = error instanceof Error ? error.message.slice(0, 200) : '';
      unread.push({ place: { file: name, line: 1 }, reason: 'damaged', detail });
    }
    take(reader.end());
  }
  bytes = of;
  tellNow();
}
