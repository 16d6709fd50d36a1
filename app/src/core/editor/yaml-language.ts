import { lineStarts } from '@managed-fields/rendering';
import type { languages } from 'monaco-editor/editor';

/** Lines that fold into their first, from 0, both ends included. */
export interface FoldRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The blocks of a YAML text by indentation. kubectl prints lists at the indentation of their key, which the editor's
 * own folding does not see, so a key also holds the dashes right below it.
 */
export function foldRanges(text: string): readonly FoldRange[] {
  const starts = lineStarts(text);
  const lines = starts.map((start, line) => text.slice(start, (starts[line + 1] ?? text.length + 1) - 1).trimEnd());
  const open: { line: number; indent: number; key: boolean }[] = [];
  const found: FoldRange[] = [];
  let lastFull = -1;
  const close = (indent: number, dash: boolean) => {
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      if (top.indent < indent || (top.indent === indent && dash && top.key)) return;
      if (lastFull > top.line) found.push({ from: top.line, to: lastFull });
      open.pop();
    }
  };
  for (const [line, content] of lines.entries()) {
    const body = content.trimStart();
    if (body === '' || body.startsWith('#')) continue;
    const indent = content.length - body.length;
    const dash = body === '-' || body.startsWith('- ');
    close(indent, dash);
    open.push({ line, indent, key: !dash && body.endsWith(':') });
    lastFull = line;
  }
  close(-1, false);
  return found.sort((a, b) => a.from - b.from);
}

/** `languages.IndentAction.None`, for which this file does not load Monaco. */
const keepIndent = 0;

/**
 * What Enter does after the first field of an item of a list: the next line stands below the field, not below the dash,
 * and inside the field where it has no value yet.
 */
export const enterRules: languages.OnEnterRule[] = [
  {
    beforeText: /^\s*-\s+(?:"[^"]*"|'[^']*'|[^\s"'#\-{[][^:#]*):\s*$/,
    action: { indentAction: keepIndent, appendText: '    ' },
  },
  {
    beforeText: /^\s*-\s+(?:"[^"]*"|'[^']*'|[^\s"'#\-{[][^:#]*):\s/,
    action: { indentAction: keepIndent, appendText: '  ' },
  },
];
