// Code that only questions need. It is fetched with the first question, because the first view does without it.
export { answerQuestion, modulesForQuestion } from '@managed-fields/scenario';
