import { create } from 'zustand';

/**
 * The values that the reader said are no secrets, as hashes (`SecretFinding.value`). They count for this tab until it is
 * closed, and are stored nowhere.
 */
export const usePlainValues = create<{ readonly plain: readonly string[] }>(() => ({ plain: [] }));

/** Says of a value whether it is plain. */
export function setPlain(value: string, isPlain: boolean): void {
  const others = usePlainValues.getState().plain.filter((each) => each !== value);
  usePlainValues.setState({ plain: isPlain ? [...others, value] : others });
}
