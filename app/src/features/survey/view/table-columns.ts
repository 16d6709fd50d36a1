import type { SortBy } from '@managed-fields/survey';
import type { useLayout } from '../../../core/ui/media.ts';
import type { LaterWords } from '../../../core/words/english-later.ts';

/** A column of the table. */
export interface Column {
  readonly name: keyof LaterWords['survey']['columns'];
  readonly sort: SortBy;
  /** It is drawn at the right, in figures of one width. */
  readonly number: boolean;
}

const column = (name: SortBy, number = false): Column => ({ name, sort: name, number });

const wide: readonly Column[] = [
  column('kind'),
  column('namespace'),
  column('name'),
  column('managers'),
  column('fields', true),
  column('shared', true),
  column('written', true),
  column('managedFieldsBytes', true),
  column('findings', true),
];
const middle = wide.filter(({ name }) => name !== 'managedFieldsBytes' && name !== 'written');
const narrow = wide.filter(({ name }) => ['kind', 'name', 'managers', 'fields', 'findings'].includes(name));

/** The columns that a layout has room for. */
export function columnsOf(layout: ReturnType<typeof useLayout>): readonly Column[] {
  return { wide, middle, narrow }[layout];
}
