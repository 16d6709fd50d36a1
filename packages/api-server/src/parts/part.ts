/**
 * Code that may come later than the rest, so that a page can show its first picture before all of the engine is there.
 * A part is made where it is used: `part(() => import('./other.ts'))`.
 */
export interface Part<Code> {
  /** The code, once it is here. */
  readonly code: Code | undefined;
  /** Brings the code; at once where it is here already. Rejects where it cannot be fetched, and may be asked again. */
  bring(): Promise<void>;
  /** Puts code in place that came some other way, for those who have all of it from the start. */
  put(code: Code): void;
  /** Puts in place what stands for the code where it cannot be fetched; false where nothing does. */
  doWithout(): boolean;
}

/** Makes a part whose code comes by `load`; `otherwise` stands for it where it cannot be fetched, until the program ends. */
export function part<Code>(load: () => Promise<Code>, otherwise?: Code): Part<Code> {
  let code: Code | undefined;
  return {
    get code() {
      return code;
    },
    async bring() {
      code ??= await load();
    },
    put(given) {
      code = given;
    },
    doWithout() {
      code ??= otherwise;
      return code !== undefined;
    },
  };
}

/** Says that a part was needed that is not here yet. Nothing was changed: bring the part and begin again. */
export class PartMissing extends Error {
  readonly part: Part<unknown>;

  constructor(missing: Part<unknown>) {
    super('a part of the engine is not loaded: see withParts');
    this.name = 'PartMissing';
    this.part = missing;
  }
}

/** The code of a part; throws `PartMissing` where it is not here. */
export function need<Code>(wanted: Part<Code>): Code {
  const { code } = wanted;
  // A part that takes code is no part that gives any; who reads the error only brings it.
  if (code === undefined) throw new PartMissing(wanted as Part<unknown>);
  return code;
}

/**
 * Does pure work, bringing each part that it turns out to need and beginning again; any other error is passed on. A part
 * that cannot be fetched is done without where something stands for it.
 * `bring` is for those who want to know when something is fetched.
 */
export async function withParts<Result>(
  work: () => Result,
  bring: (wanted: Part<unknown>) => Promise<void> = (wanted) => wanted.bring(),
): Promise<Result> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof PartMissing)) throw error;
      try {
        await bring(error.part);
      } catch (failure) {
        if (!error.part.doWithout()) throw failure;
      }
    }
  }
}
