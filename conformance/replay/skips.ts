/** Steps that are not counted, `trace#step`, each with its reason. It is meant to be empty. */
export const skips: ReadonlyMap<string, string> = new Map([]);

/** Texts that are known to differ, `trace#step stdout`, each with its reason; they count as different all the same. */
export const differingTexts: ReadonlyMap<string, string> = new Map([
  [
    'rec-set#12 stdout',
    'kubectl prints a file that it changed by itself as its own Go types write it, without the securityContext that the server would add',
  ],
]);
