/** Steps that are not counted, `trace#step`, each with its reason. It is meant to be empty. */
export const skips: ReadonlyMap<string, string> = new Map([]);
