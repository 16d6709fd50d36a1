import { randomUUID } from 'node:crypto';

/**
 * Writes a text of others into the log of a job. Between the two lines around it a runner reads no commands, so that nothing in
 * it is one (`::add-mask::`, `::error::`).
 * @param {string} text
 */
export function quietly(text) {
  if (text.trim() === '') return;
  const word = randomUUID();
  process.stdout.write(`::stop-commands::${word}\n${text.trimEnd()}\n::${word}::\n`);
}

/**
 * Ends the step with a sentence.
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  quietly(`managed-fields: ${sentence}`);
  process.exit(2);
}

// What is thrown may hold a text of others too, such as the path of a file that is not there.
process.on('uncaughtException', (error) => fail(error.message));
