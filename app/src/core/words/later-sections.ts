import { errorsWords } from '@managed-fields/reading/words';
import { toolsWords } from '@managed-fields/tools/words';
import type { Messages } from '@managed-fields/words';
import { bringWords, shareWords } from './sentences/bring-and-share.ts';
import { clusterAskWords, clusterWords } from './sentences/cluster.ts';
import { commandWords, wireWords } from './sentences/command.ts';
import { lessonsWords } from './sentences/lessons.ts';
import { auditWords, forecastWords, surveyWords } from './sentences/many-objects.ts';
import { entriesWords, handoverWords, tableWords } from './sentences/owners.ts';
import { schemaWords } from './sentences/schema.ts';

/** The messages that the later sections are made of. */
export type LaterMessages = Pick<
  Messages,
  | 'audit'
  | 'bring'
  | 'cluster'
  | 'clusterAsk'
  | 'command'
  | 'counting'
  | 'entries'
  | 'errors'
  | 'forecast'
  | 'handover'
  | 'help'
  | 'lessons'
  | 'managers'
  | 'palette'
  | 'parts'
  | 'putBack'
  | 'schema'
  | 'share'
  | 'survey'
  | 'table'
  | 'tools'
  | 'watch'
  | 'wire'
>;

/**
 * Returns the sections that the first screen never reads, in the language of the messages: each is what the catalogue
 * has, and the sentences that are made of several of its messages.
 */
export function laterSections(messages: LaterMessages) {
  const { help, managers, palette, parts, putBack, watch } = messages;
  return {
    audit: auditWords(messages),
    bring: bringWords(messages),
    cluster: clusterWords(messages),
    clusterAsk: clusterAskWords(messages),
    command: commandWords(messages),
    entries: entriesWords(messages),
    errors: errorsWords(messages),
    forecast: forecastWords(messages),
    handover: handoverWords(messages),
    help,
    lessons: lessonsWords(messages),
    managers,
    palette,
    parts,
    putBack,
    schema: schemaWords(messages),
    share: shareWords(messages),
    survey: surveyWords(messages),
    table: tableWords(messages),
    tools: toolsWords(messages),
    watch,
    wire: wireWords(messages),
  };
}
