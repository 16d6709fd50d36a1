import * as messages from '@managed-fields/words/messages/uk';
import type { LaterWords } from '../english/later.ts';
import { laterSections } from '../later-sections.ts';
import { bring } from './bring.ts';
import { command } from './command.ts';
import { errors } from './errors.ts';
import { handover } from './handover.ts';
import { palette } from './palette.ts';
import { schema } from './schema.ts';
import { share } from './share.ts';
import { table } from './table.ts';
import { tools } from './tools.ts';

/** The texts of code that comes later. */
export const later: LaterWords = {
  ...laterSections(messages),
  bring,
  command,
  errors,
  handover,
  palette,
  schema,
  share,
  table,
  tools,
};
