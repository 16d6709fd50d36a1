import { audit } from '@managed-fields/words/messages/en/audit';
import { bring } from '@managed-fields/words/messages/en/bring';
import { cluster } from '@managed-fields/words/messages/en/cluster';
import { clusterAsk } from '@managed-fields/words/messages/en/cluster-ask';
import { counting } from '@managed-fields/words/messages/en/counting';
import { entries } from '@managed-fields/words/messages/en/entries';
import { forecast } from '@managed-fields/words/messages/en/forecast';
import { managers } from '@managed-fields/words/messages/en/managers';
import { parts } from '@managed-fields/words/messages/en/parts';
import { schema } from '@managed-fields/words/messages/en/schema';
import { share } from '@managed-fields/words/messages/en/share';
import { survey } from '@managed-fields/words/messages/en/survey';
import { watch } from '@managed-fields/words/messages/en/watch';
import { wire } from '@managed-fields/words/messages/en/wire';
import { laterSections } from '../later-sections.ts';
import { command } from './command.ts';
import { errors } from './errors.ts';
import { handover } from './handover.ts';
import { palette } from './palette.ts';
import { table } from './table.ts';
import { tools } from './tools.ts';

/** The texts that only dialogs, views and other code reads which comes later. */
export const later = {
  ...laterSections({
    audit,
    bring,
    cluster,
    clusterAsk,
    counting,
    entries,
    forecast,
    managers,
    parts,
    schema,
    share,
    survey,
    watch,
    wire,
  }),
  command,
  errors,
  handover,
  palette,
  table,
  tools,
};

/** The form of all languages. */
export type LaterWords = typeof later;
