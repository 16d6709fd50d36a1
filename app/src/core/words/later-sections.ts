import type { Messages } from '@managed-fields/words';
import { auditWords } from './sentences/audit.ts';
import { bringWords } from './sentences/bring.ts';
import { clusterWords } from './sentences/cluster.ts';
import { clusterAskWords } from './sentences/cluster-ask.ts';
import { entriesWords } from './sentences/entries.ts';
import { forecastWords } from './sentences/forecast.ts';
import { schemaWords } from './sentences/schema.ts';
import { shareWords } from './sentences/share.ts';
import { surveyWords } from './sentences/survey.ts';
import { wireWords } from './sentences/wire.ts';

/** The messages that the later sections are made of. */
export type LaterMessages = Pick<
  Messages,
  | 'audit'
  | 'bring'
  | 'cluster'
  | 'clusterAsk'
  | 'counting'
  | 'entries'
  | 'forecast'
  | 'managers'
  | 'parts'
  | 'schema'
  | 'share'
  | 'survey'
  | 'watch'
  | 'wire'
>;

/**
 * Returns the sections that the first screen never reads, in the language of the messages: each is what the catalogue
 * has, and the sentences that are made of several of its messages.
 */
export function laterSections(messages: LaterMessages) {
  const { managers, parts, watch } = messages;
  return {
    audit: auditWords(messages),
    bring: bringWords(messages),
    cluster: clusterWords(messages),
    clusterAsk: clusterAskWords(messages),
    entries: entriesWords(messages),
    forecast: forecastWords(messages),
    managers,
    parts,
    schema: schemaWords(messages),
    share: shareWords(messages),
    survey: surveyWords(messages),
    watch,
    wire: wireWords(messages),
  };
}
