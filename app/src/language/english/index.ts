import { english as drawn } from '@managed-fields/rendering';
import { bring } from './bring.ts';
import { changes } from './changes.ts';
import { command } from './command.ts';
import { conflict } from './conflict.ts';
import { bytesOf, countOf, listOf } from './counting.ts';
import { drafts } from './drafts.ts';
import { entries } from './entries.ts';
import { errors } from './errors.ts';
import { exports } from './exports.ts';
import { field } from './field.ts';
import { gallery } from './gallery.ts';
import { handover } from './handover.ts';
import { editor, shortcuts } from './keys.ts';
import { links } from './links.ts';
import { managers } from './managers.ts';
import { offline, page } from './page.ts';
import { palette } from './palette.ts';
import { legend, result } from './result.ts';
import { schema } from './schema.ts';
import { share } from './share.ts';
import { step } from './step.ts';
import { steps } from './steps.ts';
import { table } from './table.ts';
import { versions } from './versions.ts';
import { wire } from './wire.ts';

/** The texts of the page: sections of words, tables, and functions that make sentences from codes and data. */
export const english = {
  counting: { bytesOf, countOf, listOf },
  leftOut: drawn.leftOut,
  bring,
  changes,
  command,
  conflict,
  drafts,
  editor,
  entries,
  errors,
  exports,
  field,
  gallery,
  handover,
  legend,
  links,
  managers,
  offline,
  page,
  palette,
  result,
  schema,
  share,
  shortcuts,
  step,
  steps,
  table,
  versions,
  wire,
};

/** The form of all languages. */
export type Words = typeof english;
