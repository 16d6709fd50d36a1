/** What a step's text seems to be instead of what its kind of step reads. */
export type Likeness = 'http' | 'curl' | 'kubectl' | 'error' | 'list' | 'documents';

/**
 * Tells texts that were meant for something else from those that a step reads, by their first words alone; undefined
 * where nothing speaks for it. Cheap enough for every keystroke.
 */
export function looksLike(text: string): Likeness | undefined {
  const head = text.slice(0, 2000);
  if (/^\s*(?:GET|POST|PUT|PATCH|DELETE)\s+\S*\/apis?\/\S+/.test(head)) return 'http';
  if (/^\s*(?:[$#%>]\s+)?curl\s/.test(head)) return 'curl';
  if (/^\s*(?:[$#%>]\s+)?(?:cat\b[^\n]*\|\s*)?kubectl\s/.test(head)) return 'kubectl';
  if (/^\s*(?:error|Error from server|Warning)\b|^\s*Apply failed with \d+ conflicts?:/.test(head)) return 'error';
  if (/^kind: \w*List$|^\s*\{[^{]*"kind":\s*"\w*List"/m.test(head)) return 'list';
  return /^\S[\s\S]*?\n---[ \t]*(?:#.*)?\n\s*\S/.test(text) ? 'documents' : undefined;
}
