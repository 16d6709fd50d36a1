import { equals, formatJson, isList, isMap, type Value } from '@managed-fields/merge-engine';

/** A place of an object that differs between two versions; a side is undefined where it is not there. */
export interface ChangedPlace {
  /** As explanations write it: `.spec.template.spec.containers[0].env`. */
  readonly path: string;
  /** JSON, cut after 200 characters. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const mostShown = 200;

/** Lists the innermost places in which two values differ; lists of different lengths differ as a whole. */
export function changedPlaces(from: Value | undefined, to: Value | undefined, path = ''): readonly ChangedPlace[] {
  if (from !== undefined && to !== undefined) {
    if (equals(from, to)) return [];
    if (isMap(from) && isMap(to)) {
      const names = [...new Set([...from.keys(), ...to.keys()])];
      return names.flatMap((name) => changedPlaces(from.get(name), to.get(name), `${path}${fieldText(name)}`));
    }
    if (isList(from) && isList(to) && from.length === to.length) {
      return from.flatMap((item, place) => changedPlaces(item, to[place], `${path}[${place}]`));
    }
  }
  return [{ path, from: shown(from), to: shown(to) }];
}

function fieldText(name: string): string {
  return /^[\w-]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function shown(value: Value | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = formatJson(value, { sortKeys: true });
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}
