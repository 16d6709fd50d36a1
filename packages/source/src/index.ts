export { decodeBody } from './body.ts';
export { readDocuments, type SourceDocument } from './documents.ts';
export { kubectlTexts } from './kubectl-texts.ts';
export { limits } from './limits.ts';
export type { Locate } from './locate.ts';
export { type PrintedYaml, printJson, printYaml } from './print/yaml.ts';
export type { Problem, ProblemCode } from './problem.ts';
export type { NodeRange, TextRange } from './range.ts';
export { type Token, type TokenKind, tokens } from './tokens.ts';
