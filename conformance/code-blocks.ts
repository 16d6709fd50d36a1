import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** A block of code of a Markdown file. */
export interface CodeBlock {
  /** Empty where none is named. */
  readonly language: string;
  readonly code: string;
}

/** The blocks of code of a Markdown file, by its path in the repository, in their order. */
export function codeBlocks(path: string): readonly CodeBlock[] {
  const blocks = readFileSync(`${root}${path}`, 'utf8').matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, language = '', code = '']) => ({ language, code }));
}
