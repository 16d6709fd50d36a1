import * as messages from '@managed-fields/words/messages/uk';
import type { LaterWords } from '../english/later.ts';
import { laterSections } from '../later-sections.ts';
import { command } from './command.ts';
import { errors } from './errors.ts';
import { handover } from './handover.ts';
import { palette } from './palette.ts';
import { table } from './table.ts';
import { tools } from './tools.ts';

/** The texts of code that comes later. */
export const later: LaterWords = {
  ...laterSections(messages),
  command,
  errors,
  handover,
  palette,
  table,
  tools,
};
