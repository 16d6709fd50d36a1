import type { AnnotatedText, FieldView } from '@managed-fields/player';
import { identityOf, type Palette } from '@managed-fields/rendering';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { usePalette } from '../../../core/ui/manager-colours.tsx';
import { words } from '../../../core/words/language.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import type { ResultViewProps } from '../shown.ts';
import { FieldGrid } from './field-grid.tsx';
import { ExportMenu } from './object-actions.tsx';
import { noFilter, type TableFilter, type TextTable, tableNodes, tableRows } from './table-rows.ts';
import './table.css';

/** The view of all that the overlay shows, as a tree of rows: path, value, owners, state. */
export function TableView({ shown, result, narrow }: ResultViewProps) {
  const colours = usePalette();
  if (result === undefined) return <p className="pane-empty">{words.result.noResult}</p>;
  return (
    <Table annotated={result} colours={colours} object={shown.object ?? ''} stepId={shown.stepId} narrow={narrow} />
  );
}

interface TableProps {
  readonly annotated: AnnotatedText;
  readonly colours: Palette;
  readonly object: string;
  readonly stepId: string;
  readonly narrow: boolean;
}

function Table({ annotated, colours, object, stepId, narrow }: TableProps) {
  const [wanted, setFilter] = useState<TableFilter>(noFilter);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const { fields, managers } = annotated;
  // An entry that is gone filters nothing.
  const filter =
    typeof wanted.owner === 'number' && wanted.owner >= managers.length ? { ...wanted, owner: 'all' as const } : wanted;
  const nodes = useMemo(() => tableNodes(annotated), [annotated]);
  const rows = useMemo(() => tableRows(nodes, fields, filter, closed), [nodes, fields, filter, closed]);
  const fitting = useMemo(
    () => tableRows(nodes, fields, filter, new Set()).filter(({ leads }) => !leads),
    [nodes, fields, filter],
  );
  const parents = useMemo(() => parentPaths(nodes, fields), [nodes, fields]);
  const text = (shared: AnnotatedText): TextTable => {
    const paths = new Set(fitting.flatMap(({ node }) => fields[nodes[node]?.field ?? -1]?.path ?? []));
    return textTable(
      shared,
      shared.fields.filter(({ path }) => paths.has(path)),
    );
  };
  return (
    <>
      <FilterBar
        annotated={annotated}
        filter={filter}
        onFilter={setFilter}
        shown={laterWords.table.shown(fitting.length, fields.length)}
        open={closed.size < parents.length}
        onOpen={(open) => setClosed(new Set(open ? [] : parents))}
      >
        <ExportMenu annotated={annotated} colours={colours} object={object} stepId={stepId} table={text} />
      </FilterBar>
      {rows.length === 0 ? (
        <p className="pane-empty">{laterWords.table.empty}</p>
      ) : (
        <FieldGrid
          annotated={annotated}
          colours={colours}
          nodes={nodes}
          rows={rows}
          closed={closed}
          onClosed={setClosed}
          narrow={narrow}
        />
      )}
    </>
  );
}

interface FilterBarProps {
  readonly annotated: AnnotatedText;
  readonly filter: TableFilter;
  readonly onFilter: (filter: TableFilter) => void;
  readonly shown: string;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly children: ReactNode;
}

function FilterBar({ annotated: { managers }, filter, onFilter, shown, open, onOpen, children }: FilterBarProps) {
  const id = useId();
  return (
    <search className="view-bar table-bar">
      <input
        type="search"
        placeholder={laterWords.table.filterText}
        aria-label={laterWords.table.filterText}
        value={filter.text}
        onChange={({ target }) => onFilter({ ...filter, text: target.value })}
      />
      <label className="hidden-text" htmlFor={`${id}-owner`}>
        {laterWords.table.filterOwner}
      </label>
      <select
        id={`${id}-owner`}
        value={filter.owner}
        onChange={({ target: { value } }) =>
          onFilter({ ...filter, owner: value === 'all' || value === 'nobody' ? value : Number(value) })
        }
      >
        <option value="all">{laterWords.table.anyone}</option>
        {managers.map((owner, index) => (
          <option key={identityOf(owner)} value={index}>
            {laterWords.table.ownerText(owner)}
          </option>
        ))}
        <option value="nobody">{laterWords.table.nobody}</option>
      </select>
      <label className="hidden-text" htmlFor={`${id}-state`}>
        {laterWords.table.filterState}
      </label>
      <select
        id={`${id}-state`}
        value={filter.state}
        onChange={({ target: { value } }) => onFilter({ ...filter, state: stateOf(value) })}
      >
        <option value="all">{laterWords.table.anyState}</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {words.field.stateNames[state]}
          </option>
        ))}
      </select>
      <div className="table-acts">
        <span className="table-shown" aria-live="polite">
          {shown}
        </span>
        <button type="button" className="btn btn-small" onClick={() => onOpen(!open)}>
          {open ? laterWords.table.closeAll : laterWords.table.openAll}
        </button>
        {children}
      </div>
    </search>
  );
}

const states = ['owned', 'shared', 'atomic', 'unowned', 'absent'] as const;

function stateOf(value: string): TableFilter['state'] {
  return states.find((state) => state === value) ?? 'all';
}

/** Returns the paths of fields that have others below them. */
function parentPaths(nodes: ReturnType<typeof tableNodes>, fields: readonly FieldView[]): readonly string[] {
  const parents = new Set(nodes.map(({ parent }) => parent));
  return nodes.flatMap(({ field }, index) => (parents.has(index) ? (fields[field]?.path ?? []) : []));
}

/** Returns the same facts as a table of texts. */
function textTable({ managers }: AnnotatedText, fields: readonly FieldView[]): TextTable {
  const { path, value, owners, state } = laterWords.table.columns;
  return {
    head: [path, value, owners, state],
    rows: fields.map((field) => [
      field.path,
      field.preview,
      laterWords.table.ownersText(field.owners.flatMap((index) => managers[index] ?? [])),
      field.whole === true
        ? `${words.field.stateName(field)}, ${laterWords.table.wholeName}`
        : words.field.stateName(field),
    ]),
  };
}
