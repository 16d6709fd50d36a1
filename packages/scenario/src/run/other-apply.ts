import type { Step } from '../scenario.ts';

/** The same apply with the other side computing it: server-side instead of client-side, or the reverse. */
export interface OtherApply {
  readonly line: string;
  readonly serverSide: boolean;
}

/**
 * The command line of the same apply with or without `--server-side`; undefined for steps that are no `kubectl apply`.
 */
export function otherApply({ kind, text }: Step): OtherApply | undefined {
  const line = text.trim();
  if (kind !== 'kubectl' || !/^kubectl\s+apply(?!\s+\w+-last-applied)(?:\s|$)/.test(line)) return undefined;
  if (!/\s--server-side(?:=true)?(?:\s|$)/.test(line)) return { line: `${line} --server-side`, serverSide: true };
  return { line: line.replace(/\s+--(?:server-side|force-conflicts)(?:=true)?(?=\s|$)/g, ''), serverSide: false };
}
