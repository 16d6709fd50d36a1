import { join } from 'node:path';
import { isNode, programOf, visit } from '../syntax.ts';

/** A regular expression as it is written in a source file. */
export interface Expression {
  /** The file, from the root of the repository. */
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** All regular expressions of some files, and the files that make further ones while they run. */
export function expressionsIn(
  root: string,
  files: Iterable<string>,
): { readonly written: readonly Expression[]; readonly makers: readonly string[] } {
  const written: Expression[] = [];
  const makers = new Set<string>();
  for (const file of files) {
    visit(programOf(join(root, file)), ({ type, regex, callee }) => {
      if (type === 'Literal' && isNode(regex)) {
        written.push({ file, source: String(regex['pattern']), flags: String(regex['flags']) });
      }
      const called = type === 'NewExpression' || type === 'CallExpression';
      if (called && isNode(callee) && callee['name'] === 'RegExp') makers.add(file);
    });
  }
  return { written, makers: [...makers] };
}
