// biome-ignore-all lint/a11y/useSemanticElements: rows of a grid that is no table element.

import type { Palette } from '@managed-fields/rendering';
import {
  type Finding,
  type GroupBy,
  newestWrite,
  ruleOf,
  type SortBy,
  type SurveyedObject,
} from '@managed-fields/survey';
import { memo, type ReactNode } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { MarkChip } from '../../../core/ui/manager-colours.tsx';
import type { useLayout } from '../../../core/ui/media.ts';
import type { LaterWords } from '../../../core/words/english-later.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { managersOf, shortTime } from '../state/survey-rows.ts';
import { findingWords } from './finding-words.ts';

interface RowPlace {
  readonly index: number;
  /** It is where the focus enters the table. */
  readonly focusable: boolean;
  /** Where it is drawn although it is far from the visible ones; undefined for the others. */
  readonly away: number | undefined;
}

const styleOf = (away: number | undefined) =>
  away === undefined ? undefined : ({ position: 'absolute', top: away, left: 0, right: 0 } as const);

interface GroupRowProps extends RowPlace {
  readonly name: string;
  readonly count: number;
  readonly by: GroupBy;
  readonly open: boolean;
  readonly columns: number;
}

/** The heading of a group: its name, and how many objects it has. */
export const GroupRow = memo(function GroupRow(props: GroupRowProps) {
  const { index, focusable, away, name, count, by, open, columns } = props;
  return (
    <div
      className="survey-row survey-group"
      role="row"
      aria-level={1}
      aria-expanded={open}
      aria-rowindex={index + 2}
      tabIndex={focusable ? 0 : -1}
      data-line={index}
      style={styleOf(away)}
    >
      <span role="gridcell" tabIndex={-1} aria-colspan={columns} title={shortened(name)}>
        <span className="tree-arrow" aria-hidden="true">
          {open ? '▾' : '▸'}
        </span>
        <b>{name === '' && by !== 'nothing' ? laterWords.survey.noGroup[by] : <Short text={name} />}</b>{' '}
        <small>{laterWords.survey.objects({ count })}</small>
      </span>
    </div>
  );
});

interface ObjectRowProps extends RowPlace {
  readonly object: SurveyedObject;
  readonly columns: readonly Column[];
  readonly marks: Palette;
  /** Its level below the headings of groups. */
  readonly level: number;
}

/** The row of an object. */
export const ObjectRow = memo(function ObjectRow({
  index,
  focusable,
  away,
  object,
  columns,
  marks,
  level,
}: ObjectRowProps) {
  return (
    <div
      className="survey-row survey-object"
      role="row"
      aria-level={level}
      aria-rowindex={index + 2}
      tabIndex={focusable ? 0 : -1}
      data-line={index}
      style={styleOf(away)}
    >
      {columns.map(({ name, number }) => (
        <span
          key={name}
          role="gridcell"
          tabIndex={-1}
          className={`survey-${name}${number ? ' survey-number' : ''}`}
          title={titleOf(object, name)}
        >
          {cellOf(object, name, marks, columns.length)}
        </span>
      ))}
    </div>
  );
});

/** Enough of a name to tell it from others; a name that was made to be long must not be drawn a hundred times. */
const longest = 120;

/** The beginning of a text. */
export function Short({ text }: { readonly text: string }) {
  return <VisibleText text={text.length > longest ? `${text.slice(0, longest)}…` : text} />;
}

/** The beginning of a text, for a hint of the browser. */
export function shortened(text: string): string {
  return text.length > 1000 ? `${text.slice(0, 1000)}…` : text;
}

function titleOf(object: SurveyedObject, name: Column['name']): string | undefined {
  switch (name) {
    case 'kind':
      return `${object.apiVersion} ${object.kind}`.slice(0, 1000);
    case 'name':
    case 'namespace':
      return shortened(object[name]);
    case 'managers':
      return shortened(managersOf(object).join(', '));
    case 'written':
      return newestWrite(object).slice(0, 100);
    case 'findings':
      return [...new Set(object.findings.map(({ rule }) => findingWords().rule(rule).title))].join('\n');
    default:
      return undefined;
  }
}

function cellOf(object: SurveyedObject, name: Column['name'], marks: Palette, columns: number): ReactNode {
  switch (name) {
    case 'kind':
    case 'namespace':
      return <Short text={object[name]} />;
    case 'name':
      // Where there is no column for it, the namespace stands before the name.
      return (
        <Short text={columns > 6 || object.namespace === '' ? object.name : `${object.namespace}/${object.name}`} />
      );
    case 'managers':
      return <Managers object={object} marks={marks} />;
    case 'fields':
    case 'shared':
      return <Count count={object[name]} />;
    case 'written':
      return shortTime(newestWrite(object)).slice(0, 40);
    case 'bytes':
    case 'managedFieldsBytes':
      return object[name] === 0 ? <Count count={0} /> : laterWords.survey.size(object[name]);
    case 'findings':
      return <Findings findings={object.findings} />;
  }
}

/** A number; a zero is quiet, so that the others are seen. */
function Count({ count }: { readonly count: number }) {
  return count === 0 ? <span className="survey-zero">0</span> : laterWords.survey.number({ count });
}

/** How many findings there are, louder where one of them is an error. */
function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const isError = findings.some(({ rule }) => ruleOf(rule).severity === 'error');
  return isError ? (
    <b className="survey-bad">{laterWords.survey.number({ count: findings.length })}</b>
  ) : (
    <Count count={findings.length} />
  );
}

/** How many managers a row names. */
const mostNamed = 3;

function Managers({ object, marks }: { readonly object: SurveyedObject; readonly marks: Palette }) {
  const managers = managersOf(object);
  if (managers.length === 0) return <span className="survey-zero">{laterWords.survey.noManagers}</span>;
  return (
    <>
      {managers.slice(0, mostNamed).map((manager) => (
        <span key={manager} className="survey-manager">
          <MarkChip mark={marks.of(manager)} />
          <Short text={manager} />
        </span>
      ))}
      {managers.length > mostNamed && <small>{laterWords.survey.more({ count: managers.length - mostNamed })}</small>}
    </>
  );
}

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
