import { audit } from '@managed-fields/words/messages/en/audit';
import { bring } from '@managed-fields/words/messages/en/bring';
import { cluster } from '@managed-fields/words/messages/en/cluster';
import { clusterAsk } from '@managed-fields/words/messages/en/cluster-ask';
import { command } from '@managed-fields/words/messages/en/command';
import { counting } from '@managed-fields/words/messages/en/counting';
import { entries } from '@managed-fields/words/messages/en/entries';
import { errors } from '@managed-fields/words/messages/en/errors';
import { forecast } from '@managed-fields/words/messages/en/forecast';
import { handover } from '@managed-fields/words/messages/en/handover';
import { help } from '@managed-fields/words/messages/en/help';
import { lessons } from '@managed-fields/words/messages/en/lessons';
import { managers } from '@managed-fields/words/messages/en/managers';
import { palette } from '@managed-fields/words/messages/en/palette';
import { parts } from '@managed-fields/words/messages/en/parts';
import { putBack } from '@managed-fields/words/messages/en/put-back';
import { schema } from '@managed-fields/words/messages/en/schema';
import { share } from '@managed-fields/words/messages/en/share';
import { survey } from '@managed-fields/words/messages/en/survey';
import { table } from '@managed-fields/words/messages/en/table';
import { tools } from '@managed-fields/words/messages/en/tools';
import { watch } from '@managed-fields/words/messages/en/watch';
import { wire } from '@managed-fields/words/messages/en/wire';
import { laterSections } from './later-sections.ts';

/** The texts that only dialogs, views and other code reads which comes later. */
export const later = laterSections({
  audit,
  bring,
  cluster,
  clusterAsk,
  command,
  counting,
  entries,
  errors,
  forecast,
  handover,
  help,
  lessons,
  managers,
  palette,
  parts,
  putBack,
  schema,
  share,
  survey,
  table,
  tools,
  watch,
  wire,
});

/** The form of all languages. */
export type LaterWords = typeof later;
