export { madeUpIn } from './error/conflict-scenario.ts';
export type { ErrorCode, ErrorFacts, ErrorField, ErrorManager } from './error/error-facts.ts';
export type { ErrorScenario } from './error/error-scenario.ts';
export type { FoundObject, OtherDocument } from './found-object.ts';
export { type MissingFile, messagesIn, type Pasted, type ReadMessage, type StepReading } from './pasted.ts';
export { type Joined, type PastedTexts, type PastePlace, readPastedTexts } from './pasted-texts.ts';
export { type ReadingProblem, stepOfRequest } from './request-step.ts';
export { versionIn } from './sent-text.ts';
