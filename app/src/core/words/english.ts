import { english as drawn } from '@managed-fields/rendering';
import { changes } from '@managed-fields/words/messages/en/changes';
import { conflict } from '@managed-fields/words/messages/en/conflict';
import { counting } from '@managed-fields/words/messages/en/counting';
import { drafts } from '@managed-fields/words/messages/en/drafts';
import { editor } from '@managed-fields/words/messages/en/editor';
import { exports } from '@managed-fields/words/messages/en/exports';
import { field } from '@managed-fields/words/messages/en/field';
import { gallery } from '@managed-fields/words/messages/en/gallery';
import { legend } from '@managed-fields/words/messages/en/legend';
import { links } from '@managed-fields/words/messages/en/links';
import { offline } from '@managed-fields/words/messages/en/offline';
import { page } from '@managed-fields/words/messages/en/page';
import { result } from '@managed-fields/words/messages/en/result';
import { shortcuts } from '@managed-fields/words/messages/en/shortcuts';
import { step } from '@managed-fields/words/messages/en/step';
import { steps } from '@managed-fields/words/messages/en/steps';
import { versions } from '@managed-fields/words/messages/en/versions';
import { firstSections } from './first-sections.ts';

/**
 * The texts of the page: sections of words, tables, and functions that make sentences from codes and data. Those that
 * the first screen never reads are in `english-later.ts`.
 */
export const english = firstSections(
  {
    changes,
    conflict,
    counting,
    drafts,
    editor,
    exports,
    field,
    gallery,
    legend,
    links,
    offline,
    page,
    result,
    shortcuts,
    step,
    steps,
    versions,
  },
  drawn,
);

/** The form of all languages. */
export type Words = typeof english;
