export {
  type End,
  isPutBackSource,
  type PutBackField,
  putBack,
  type Rewriter,
  type When,
  type Writer,
} from './put-back/put-back.ts';
export { rewriterSentences } from './put-back/sentences.ts';
