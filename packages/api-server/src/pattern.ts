// Regular expressions in Go's syntax, for those who search texts and serve no requests.

export { type ParsedPattern, type PatternNode, parsePattern } from './pattern/parse.ts';
export { compilePattern, type Pattern, type PatternMatch } from './pattern/pattern.ts';
