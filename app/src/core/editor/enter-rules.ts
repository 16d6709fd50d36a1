import type { languages } from 'monaco-editor/editor';

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
