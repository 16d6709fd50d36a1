// Regular expressions in Go's syntax, for those who search texts and serve no requests.

export type { CharClass, ClassItem } from './pattern/class.ts';
export type { Assertion } from './pattern/parse.ts';
export { type ParsedPattern, type PatternNode, parsePattern } from './pattern/parse.ts';
export type { Range } from './pattern/pattern.ts';
export { compilePattern, type Pattern, type PatternMatch } from './pattern/pattern.ts';
