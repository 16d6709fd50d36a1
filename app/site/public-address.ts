/**
 * The address under which everybody reaches the playground, with its slash: the one place that says it is the environment
 * variable `PLAYGROUND_ADDRESS`, which a release sets. Undefined without it. Throws where it is no address of `http` or
 * `https`.
 */
export function publicAddress(env: Readonly<Record<string, string | undefined>> = process.env): string | undefined {
  const given = env['PLAYGROUND_ADDRESS'];
  if (given === undefined || given === '') return undefined;
  const { protocol, origin, pathname } = new URL(given);
  if (!/^https?:$/.test(protocol)) throw new Error(`PLAYGROUND_ADDRESS is no address of http or https: ${given}`);
  return `${origin}${pathname.replace(/\/?$/, '/')}`;
}
