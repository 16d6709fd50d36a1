import type { TextRange } from '@managed-fields/source';
import { tokens } from '@managed-fields/source';

/** Comments with only white space between them. */
export interface CommentBlock {
  /** The range of each comment, from its `#` to the end of its line. */
  readonly ranges: readonly TextRange[];
  /** The text of the comments without `#` and one space, so that a manifest that was commented out can be read. */
  readonly content: string;
}

/** Finds the comments of a YAML text, in blocks. */
export function commentsOf(text: string): readonly CommentBlock[] {
  if (!text.includes('#')) return [];
  const blocks: TextRange[][] = [];
  let end = -1;
  for (const { kind, from, to } of tokens(text)) {
    if (kind !== 'comment') continue;
    const block = blocks.at(-1);
    if (block !== undefined && text.slice(end, from).trim() === '') block.push({ from, to });
    else blocks.push([{ from, to }]);
    end = to;
  }
  return blocks.map((ranges) => ({
    ranges,
    content: ranges.map(({ from, to }) => text.slice(from, to).replace(/^#{1,8} ?/, '')).join('\n'),
  }));
}
