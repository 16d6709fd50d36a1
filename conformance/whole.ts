/** Whether everything is played of which `pnpm test` takes a share. The nightly workflow says `WHOLE=1`. */
export const whole = process.env['WHOLE'] === '1';

/** Every so many of some inputs, from a place on; all of them where everything is played. */
export function spread<T>(inputs: readonly T[], every: number, from = 0): readonly T[] {
  return whole ? inputs : inputs.filter((_, index) => index % every === from);
}
