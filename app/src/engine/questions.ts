// What only questions need is fetched when the first is asked: the first view of a scenario does without it.
export { answerQuestion, modulesForQuestion } from '@managed-fields/scenario';
