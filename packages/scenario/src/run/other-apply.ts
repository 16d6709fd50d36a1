import type { Step } from '../scenario.ts';

/** The same apply, server-side instead of client-side or the reverse. */
export interface OtherApply {
  readonly line: string;
  readonly serverSide: boolean;
}

/** The command line that applies the same the other way; undefined for steps that are no apply of kubectl. */
export function otherApply({ kind, text }: Step): OtherApply | undefined {
  const line = text.trim();
  if (kind !== 'kubectl' || !/^kubectl\s+apply(?!\s+\w+-last-applied)(?:\s|$)/.test(line)) return undefined;
  if (!/\s--server-side(?:=true)?(?:\s|$)/.test(line)) return { line: `${line} --server-side`, serverSide: true };
  return { line: line.replace(/\s+--(?:server-side|force-conflicts)(?:=true)?(?=\s|$)/g, ''), serverSide: false };
}
