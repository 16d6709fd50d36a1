import { command } from '@managed-fields/words/messages/en/command';
import { counting } from '@managed-fields/words/messages/en/counting';
import { errors } from '@managed-fields/words/messages/en/errors';
import { handover } from '@managed-fields/words/messages/en/handover';
import { managers } from '@managed-fields/words/messages/en/managers';
import { palette } from '@managed-fields/words/messages/en/palette';
import { parts } from '@managed-fields/words/messages/en/parts';
import { survey } from '@managed-fields/words/messages/en/survey';
import { table } from '@managed-fields/words/messages/en/table';
import { tools } from '@managed-fields/words/messages/en/tools';
import { laterSections } from '../later-sections.ts';
import { audit } from './audit.ts';
import { bring } from './bring.ts';
import { cluster } from './cluster.ts';
import { clusterAsk } from './cluster-ask.ts';
import { entries } from './entries.ts';
import { forecast } from './forecast.ts';
import { schema } from './schema.ts';
import { share } from './share.ts';
import { watch } from './watch.ts';
import { wire } from './wire.ts';

/** The texts that only dialogs, views and other code reads which comes later. */
export const later = {
  ...laterSections({ command, counting, errors, handover, managers, palette, parts, survey, table, tools }),
  audit,
  bring,
  cluster,
  clusterAsk,
  entries,
  forecast,
  schema,
  share,
  watch,
  wire,
};

/** The form of all languages. */
export type LaterWords = typeof later;
