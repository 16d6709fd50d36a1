import { shellWord } from '@managed-fields/foreign-text';
import { groupOf } from '../findings/finding.ts';
import type { SurveyRow } from '../object.ts';

/** What names an object to kubectl: `deployment.v1.apps/web`, which no other group can be taken for. */
export function resourceOf({ apiVersion, kind, name }: Pick<SurveyRow, 'apiVersion' | 'kind' | 'name'>): string {
  const group = groupOf(apiVersion);
  const version = group === '' ? '' : `.${apiVersion.slice(group.length + 1)}.${group}`;
  return `${kind.toLowerCase()}${version}/${name}`;
}

/** The words that name an object in a line of a shell: `deployment.v1.apps/web -n shop`. */
export function objectWords(row: Pick<SurveyRow, 'apiVersion' | 'kind' | 'name' | 'namespace'>): string {
  const resource = shellWord(resourceOf(row));
  return row.namespace === '' ? resource : `${resource} -n ${shellWord(row.namespace)}`;
}
