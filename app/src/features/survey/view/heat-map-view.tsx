// biome-ignore-all lint/a11y/useSemanticElements: a table's own elements lay out themselves; rows here have one height, and most are not drawn.

import { palette } from '@managed-fields/rendering';
import { type HeatCell, heatLevel, heatMap, objectName, type SurveyedObject, totalsOf } from '@managed-fields/survey';
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { VisibleText } from '../../../core/code-view/visible-text.tsx';
import { useWindow } from '../../../core/code-view/window.ts';
import { MarkChip } from '../../../core/ui/manager-colours.tsx';
import type { useLayout } from '../../../core/ui/media.ts';
import { moveInList, pageOfRows } from '../../../core/view-models/list-moves.ts';
import { laterWords } from '../../../core/words/later-words.ts';
import { openRow } from '../state/open-row.ts';
import { useKeptScroll } from '../state/survey-look.ts';
import { useSurvey } from '../state/survey-store.ts';
import { Short } from './object-row.tsx';
import './heat.css';

interface HeatMapViewProps {
  readonly objects: readonly SurveyedObject[];
  readonly layout: ReturnType<typeof useLayout>;
}

/** How many managers have a column. */
const mostManagers = { wide: 32, middle: 20, narrow: 8 };

/** How many managers leave room for the name of each beside its mark; where there are more, the names are turned. */
const mostNamed = { wide: 7, middle: 4, narrow: 0 };

/** Height of a row in pixels, as `survey.css` has it. */
const rowHeight = 20;

/** The row of the names above the columns, where it is pointed at. */
const inHead = -1;

/** How many levels `heatLevel` has. */
const levels = 5;

/**
 * The objects by the managers that own fields of them: the more fields, the stronger the cell; a cell with a notch shares some of them.
 * One cell has the focus; arrow keys move it, Enter opens its object. Below stands what the cell says.
 */
export function HeatMapView({ objects, layout }: HeatMapViewProps) {
  const colours = useSurvey((state) => state.colours);
  const marks = useMemo(() => palette(colours), [colours]);
  const all = useMemo(() => totalsOf(objects).map(({ manager }) => manager), [objects]);
  const managers = useMemo(() => all.slice(0, mostManagers[layout]), [all, layout]);
  const map = useMemo(() => heatMap(objects, managers), [objects, managers]);
  const isNamed = managers.length <= mostNamed[layout];
  const box = useRef<HTMLDivElement>(null);
  useKeptScroll(box, 'heat');
  const view = useWindow(box, objects.length, { rowHeight, light: false });
  const [at, setAt] = useState({ row: 0, column: -1 });
  const [pointed, setPointed] = useState<{ readonly row: number; readonly column: number }>();
  const wantsFocus = useRef(false);
  const row = Math.min(at.row, Math.max(0, objects.length - 1));
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const cell = box.current?.querySelector<HTMLElement>('[tabindex="0"]');
    cell?.focus({ preventScroll: true });
    // Not beneath the names, which stay while the rows are scrolled.
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [at]);

  const go = (to: number, column: number) => {
    wantsFocus.current = true;
    view.reveal(to);
    setAt({ row: to, column });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const object = objects[row];
    if (object === undefined || event.altKey || event.metaKey || event.ctrlKey) return;
    const to = moveInList(event.key, row, objects.length, pageOfRows(box.current?.clientHeight, rowHeight));
    if (to !== undefined) go(to, at.column);
    else if (event.key === 'ArrowRight') go(row, Math.min(at.column + 1, managers.length - 1));
    else if (event.key === 'ArrowLeft') go(row, Math.max(at.column - 1, -1));
    else if (event.key === 'Enter' || event.key === ' ') void openRow(object.index);
    else return;
    event.preventDefault();
  };
  const placeOf = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-column]') : null;
    if (cell === null) return undefined;
    const line = cell.closest<HTMLElement>('[data-line]')?.dataset['line'];
    return { row: line === undefined ? inHead : Number(line), column: Number(cell.dataset['column']) };
  };
  const told = pointed ?? { row, column: at.column };
  const toldObject = objects[Math.max(0, told.row)];
  const drawn = Array.from({ length: view.to - view.from }, (_, place) => view.from + place);
  const away = row < view.from || row >= view.to;
  const columns = { gridTemplateColumns: `var(--heat-name) repeat(${managers.length}, var(--heat-cell))` };
  if (toldObject === undefined) return <p className="survey-note">{laterWords.survey.noneFits}</p>;
  return (
    <div className={isNamed ? 'survey-heat heat-named' : 'survey-heat heat-turned'}>
      <Legend shown={managers.length} all={all.length} most={map.most} />
      <div
        className="heat-grid"
        role="grid"
        aria-label={laterWords.survey.heatLabel}
        aria-rowcount={objects.length + 1}
        aria-colcount={managers.length + 1}
        onKeyDown={onKeyDown}
        onMouseOver={(event) => setPointed(placeOf(event))}
        onMouseLeave={() => setPointed(undefined)}
        onClick={(event) => {
          const place = placeOf(event);
          const object = objects[place?.row ?? inHead];
          if (object !== undefined) void openRow(object.index);
          // Where nothing can be pointed at, a tap on a name says it whole.
          else setPointed(place);
        }}
        onFocus={() => setPointed(undefined)}
        onBlur={() => setPointed(undefined)}
      >
        <div ref={box} className="heat-rows" role="rowgroup" onScroll={view.onScroll}>
          <div className="heat-row heat-head" role="row" aria-rowindex={1} tabIndex={-1} style={columns}>
            <span role="columnheader" tabIndex={-1}>
              {laterWords.survey.columns.name}
            </span>
            {managers.map((manager, column) => (
              <span key={manager} role="columnheader" tabIndex={-1} title={manager.slice(0, 1000)} data-column={column}>
                <MarkChip mark={marks.of(manager)} />{' '}
                <span className="heat-manager">
                  <Short text={manager} />
                </span>
              </span>
            ))}
          </div>
          <div style={view.padding} role="presentation">
            {(away ? [...drawn, row] : drawn).map((index) => {
              const object = objects[index];
              if (object === undefined) return null;
              const top = away && index === row ? `calc(var(--heat-head) + ${index * rowHeight}px)` : undefined;
              return (
                <div
                  key={object.index}
                  className="heat-row"
                  role="row"
                  tabIndex={-1}
                  aria-rowindex={index + 2}
                  data-line={index}
                  style={top === undefined ? columns : { ...columns, position: 'absolute', top }}
                >
                  <span
                    role="rowheader"
                    className="heat-name"
                    data-column={-1}
                    tabIndex={index === row && at.column < 0 ? 0 : -1}
                  >
                    <Short text={objectName(object)} />
                  </span>
                  {map.cellsOf(object).map((cell, column) => {
                    const manager = managers[column] ?? '';
                    const focusable = index === row && column === at.column;
                    if (cell === undefined && !focusable) return null;
                    return (
                      <span
                        key={manager}
                        role="gridcell"
                        aria-colindex={column + 2}
                        className={cellClass(cell, map.most, marks.of(manager).colour)}
                        style={{ gridColumn: column + 2 }}
                        data-column={column}
                        tabIndex={focusable ? 0 : -1}
                      >
                        <span className="hidden-text">
                          {laterWords.survey.heatCell({
                            manager: manager.slice(0, 100),
                            fields: cell?.fields ?? 0,
                            shared: cell?.shared ?? 0,
                          })}
                        </span>
                      </span>
                    );
                  })}
                </div>
              );
            })}
          </div>
        </div>
      </div>
      <p className="heat-told">
        <b>
          <Short text={told.row === inHead ? (managers[told.column] ?? '') : objectName(toldObject)} />
        </b>{' '}
        {told.row !== inHead && (
          <span>
            <VisibleText text={sentence(managers[told.column], map.cellsOf(toldObject)[told.column])} />
          </span>
        )}
      </p>
    </div>
  );
}

function sentence(manager: string | undefined, cell: HeatCell | undefined): string {
  if (manager === undefined) return '';
  return laterWords.survey.heatCell({
    manager: manager.slice(0, 200),
    fields: cell?.fields ?? 0,
    shared: cell?.shared ?? 0,
  });
}

function cellClass(cell: HeatCell | undefined, most: number, colour: number): string {
  if (cell === undefined) return 'heat-cell';
  return `heat-cell mf-c${colour} heat-${cell.fields === 0 ? 0 : heatLevel(cell.fields, most)}${cell.shared > 0 ? ' heat-shared' : ''}`;
}

interface LegendProps {
  readonly shown: number;
  readonly all: number;
  /** The most fields of a cell. */
  readonly most: number;
}

function Legend({ shown, all, most }: LegendProps) {
  return (
    <p className="heat-legend">
      <span>{laterWords.survey.heatLegend}</span>
      <span className="heat-scale" aria-hidden="true">
        1
        {Array.from({ length: levels }, (_, index) => (
          <i key={index} className={`heat-cell mf-c0 heat-${index + 1}`} />
        ))}
        {laterWords.survey.number({ count: Math.max(1, most) })}
      </span>
      <span className="heat-scale">
        <i className="heat-cell mf-c0 heat-3 heat-shared" aria-hidden="true" /> {laterWords.survey.heatShared}
      </span>
      {shown < all && <span>{laterWords.survey.heatManagers({ shown, all })}</span>}
    </p>
  );
}
