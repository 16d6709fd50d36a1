import type { Chance } from '../../../conformance/chance.ts';

/** JSON as a scenario sends it. A text `#raw:…` stands for what follows, unquoted: numbers as they were written. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Makes a value by chance; undefined where it makes none. */
export type Maker = (chance: Chance) => Json | undefined;

/** A value that is always the same, or a maker. */
export type Made = Json | Maker;

/** A value as a map of JSON, undefined where it is none. */
export function asObject(value: Json | undefined): { readonly [key: string]: Json } | undefined {
  return typeof value === 'object' && value !== null && !isArray(value) ? value : undefined;
}

/** Whether a value is a list. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Makes a value of what was given. */
export function make(chance: Chance, made: Made): Json | undefined {
  return typeof made === 'function' ? made(chance) : made;
}

/** One of several. */
export function any(first: Made, ...others: readonly Made[]): Maker {
  return (chance) => make(chance, chance.pick([first, ...others]));
}

/** A whole number between two, both included. */
export function between(least: number, most: number): Maker {
  return (chance) => least + chance.integer(most - least + 1);
}

/**
 * A map: a name ending in `!` is always there, one ending in `?` seldom, others once in three times. `...` adds the
 * members of another map.
 */
export function map(fields: Readonly<Record<string, Made>>): Maker {
  return (chance) => {
    const made: Record<string, Json> = {};
    for (const [written, value] of Object.entries(fields)) {
      if (written.startsWith('...')) {
        Object.assign(made, asObject(make(chance, value)));
        continue;
      }
      const mark = written.at(-1);
      const wanted = mark === '!' || chance.once(mark === '?' ? 7 : 3);
      const result = wanted ? make(chance, value) : undefined;
      if (result !== undefined) made[written.replace(/[!?]$/, '')] = result;
    }
    return made;
  };
}

/** A map with exactly one of the given members. */
export function oneOf(fields: Readonly<Record<string, Made>>): Maker {
  const names = Object.keys(fields);
  return (chance) => {
    const name = names[chance.integer(names.length)] ?? '';
    return { [name]: make(chance, fields[name] ?? null) ?? null };
  };
}

/** A list of `least` to `most` items, no two alike in the members named. */
export function list(item: Made, least: number, most: number, ...keys: readonly string[]): Maker {
  return (chance) => {
    const items: Json[] = [];
    const seen = new Set<string>();
    const wanted = least + chance.integer(most - least + 1);
    for (let tries = 0; items.length < wanted && tries < wanted * 4; tries++) {
      const made = make(chance, item);
      if (made === undefined) continue;
      const object = asObject(made);
      const identity =
        keys.length > 0 && object ? JSON.stringify(keys.map((key) => object[key] ?? null)) : JSON.stringify(made);
      if (seen.has(identity)) continue;
      seen.add(identity);
      items.push(made);
    }
    return items;
  };
}

/** A map of texts with some of the given keys. */
export function texts(keys: readonly string[], values: readonly [string, ...string[]]): Maker {
  return (chance) => {
    const made: Record<string, Json> = {};
    for (const key of keys) if (chance.once(2)) made[key] = chance.pick(values);
    return made;
  };
}
