import type { SurveyedObject } from '../object.ts';

/** What a manager has in one object: a cell of the heat map. */
export interface HeatCell {
  readonly fields: number;
  readonly shared: number;
}

/** A heat map: for each object the cells of the managers, undefined where a manager has no entry. */
export interface HeatMap {
  /** Who is in the most objects comes first. */
  readonly managers: readonly string[];
  cellsOf(object: SurveyedObject): readonly (HeatCell | undefined)[];
  /** The most fields of a cell. */
  readonly most: number;
}

/** Makes a heat map of objects and some managers. Its cells are made when they are asked for. */
export function heatMap(objects: readonly SurveyedObject[], managers: readonly string[]): HeatMap {
  const columns = new Map(managers.map((manager, column) => [manager, column]));
  const cellsOf = ({ entries }: SurveyedObject) => {
    const cells: (HeatCell | undefined)[] = managers.map(() => undefined);
    for (const { manager, fields, shared } of entries) {
      const column = columns.get(manager);
      if (column === undefined) continue;
      const before = cells[column];
      cells[column] = { fields: (before?.fields ?? 0) + fields, shared: (before?.shared ?? 0) + shared };
    }
    return cells;
  };
  let most = 0;
  for (const object of objects) for (const cell of cellsOf(object)) most = Math.max(most, cell?.fields ?? 0);
  return { managers, cellsOf, most };
}

/** How strongly a cell is drawn, from 1 to 5: by the order of magnitude of its fields, as sizes of objects differ much. */
export function heatLevel(fields: number, most: number): number {
  if (fields <= 0 || most <= 0) return 1;
  return 1 + Math.round((4 * Math.log1p(Math.min(fields, most))) / Math.log1p(most));
}
