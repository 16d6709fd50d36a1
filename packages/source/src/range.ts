/** A range in a text, in UTF-16 code units from its start, end exclusive. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** The ranges of a node of a value in a text. */
export interface NodeRange {
  /** The key before the value; undefined for items of lists and for the whole document. */
  readonly key: TextRange | undefined;
  /** The value with its anchor and tag, without the line break at its end. */
  readonly value: TextRange;
  /** The range from the key or the dash to the end of the value. */
  readonly whole: TextRange;
}
