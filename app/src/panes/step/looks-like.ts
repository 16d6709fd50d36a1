/** What the text of a step seems to be, other than what its kind of step reads. */
export type Likeness = 'http' | 'curl' | 'kubectl' | 'error' | 'list' | 'documents';

/**
 * Recognizes by its first words a text that its step cannot read; undefined where nothing is recognized. Cheap enough
 * for every keystroke.
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
