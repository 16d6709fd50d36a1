import type { NewStep } from '@managed-fields/scenario';
import { printYaml } from '@managed-fields/source';
import { type Json, textAt } from './json.ts';
import type { SurveyRow } from './object.ts';
import { exactValue, type ObjectText } from './read/reader.ts';

/** The definitions of custom kinds in a survey. */
export interface Definitions {
  /** Takes a definition that was read, by what it defines. */
  addKey(key: string, index: number): void;
  /** Takes an object that was read; what is no definition is passed over. */
  add(row: SurveyRow, value: Json): void;
  /** The definition of the kind of a row as a step; undefined where the survey has none. */
  of(row: Pick<SurveyRow, 'apiVersion' | 'kind'>): NewStep | undefined;
  /** The places of all definitions. */
  places(): Iterable<number>;
}

/** The group and the kind that an object defines; undefined where it is no definition. */
export function definedKey({ kind }: Pick<SurveyRow, 'kind'>, value: Json): string | undefined {
  if (kind !== 'CustomResourceDefinition') return undefined;
  return `${textAt(value, 'spec', 'group')}/${textAt(value, 'spec', 'names', 'kind')}`;
}

/** Begins with no definitions; `textAt` is the exact text of the object at a place. */
export function keepDefinitions(textOf: (index: number) => ObjectText | undefined): Definitions {
  /** By the group and the kind that they define. */
  const all = new Map<string, number>();
  /** Those that were asked for, by their places. */
  const printed = new Map<number, NewStep>();
  return {
    addKey: (key, index) => void all.set(key, index),
    add: (row, value) => {
      const key = definedKey(row, value);
      if (key !== undefined) all.set(key, row.index);
    },
    of: ({ apiVersion, kind }) => {
      const [group, version] = apiVersion.split('/');
      const place = version === undefined ? undefined : all.get(`${group}/${kind}`);
      const known = place === undefined ? undefined : printed.get(place);
      const text = place === undefined || known !== undefined ? undefined : textOf(place);
      const value = text === undefined ? undefined : exactValue(text);
      if (place === undefined || value === undefined) return known;
      const step = { kind: 'crd', text: printYaml(value).text } as const;
      printed.set(place, step);
      return step;
    },
    places: () => all.values(),
  };
}
