import type { Messages } from '@managed-fields/words';
import { commandWords } from './sentences/command.ts';
import { errorsWords } from './sentences/errors.ts';
import { handoverWords } from './sentences/handover.ts';
import { surveyWords } from './sentences/survey.ts';
import { tableWords } from './sentences/table.ts';
import { toolsWords } from './sentences/tools.ts';

/** The messages that the later sections are made of. */
export type LaterMessages = Pick<
  Messages,
  'command' | 'counting' | 'errors' | 'handover' | 'managers' | 'palette' | 'parts' | 'survey' | 'table' | 'tools'
>;

/**
 * Returns the sections that the first screen never reads, in the language of the messages: each is what the catalogue
 * has, and the sentences that are made of several of its messages.
 */
export function laterSections(messages: LaterMessages) {
  const { managers, palette, parts } = messages;
  return {
    command: commandWords(messages),
    errors: errorsWords(messages),
    handover: handoverWords(messages),
    managers,
    palette,
    parts,
    survey: surveyWords(messages),
    table: tableWords(messages),
    tools: toolsWords(messages),
  };
}
