/** Shares things among doers, each of which takes the next one when it is done with one. */
export async function atOnce<Doer, T>(
  doers: readonly Doer[],
  all: readonly T[],
  act: (doer: Doer, one: T) => Promise<void>,
): Promise<void> {
  const rest = all.values();
  await Promise.all(
    doers.map(async (doer) => {
      for (const one of rest) await act(doer, one);
    }),
  );
}
