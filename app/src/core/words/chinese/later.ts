import * as messages from '@managed-fields/words/messages/zh-CN';
import type { LaterWords } from '../english/later.ts';
import { laterSections } from '../later-sections.ts';
import { audit } from './audit.ts';
import { bring } from './bring.ts';
import { cluster } from './cluster.ts';
import { clusterAsk } from './cluster-ask.ts';
import { command } from './command.ts';
import { entries } from './entries.ts';
import { errors } from './errors.ts';
import { forecast } from './forecast.ts';
import { handover } from './handover.ts';
import { palette } from './palette.ts';
import { schema } from './schema.ts';
import { share } from './share.ts';
import { table } from './table.ts';
import { tools } from './tools.ts';
import { watch } from './watch.ts';
import { wire } from './wire.ts';

/** The texts of code that comes later. */
export const later: LaterWords = {
  ...laterSections(messages),
  audit,
  bring,
  cluster,
  clusterAsk,
  command,
  entries,
  errors,
  forecast,
  handover,
  palette,
  schema,
  share,
  table,
  tools,
  watch,
  wire,
};
