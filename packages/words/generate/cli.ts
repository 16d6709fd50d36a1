import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readLanguages } from './catalogue.ts';
import { generated } from './code.ts';
import { differingFiles, generatedFolder, messagesFolder, writeFiles } from './files.ts';
import { pseudoCode, writePseudo } from './pseudo.ts';

const help = `pnpm words [--pseudo FOLDER]

Reads packages/words/messages and writes the typed functions of packages/words/src/messages. Says what is missing or
superfluous in a language, by file and key, and then writes nothing and ends with 1.

  --pseudo FOLDER  instead writes a language ${pseudoCode} into this folder: English with accents, each text longer by a third`;

const asked = process.argv.slice(2).filter((word) => word !== '--');
if (asked.includes('--help') || asked.includes('-h')) {
  console.log(help);
  process.exit(0);
}
const pseudo = pseudoAsked();
if (pseudo === undefined) writeCode();
else console.log(`Written: ${writePseudo(messagesFolder, pseudo)}`);

/** The folder for the pseudo-language, if it is asked for. A package imports no program, so it reads its options itself. */
function pseudoAsked(): string | undefined {
  try {
    const { pseudo } = parseArgs({ args: asked, options: { pseudo: { type: 'string' } } }).values;
    if (pseudo !== undefined && !existsSync(pseudo)) throw new Error(`There is no folder ${pseudo}.`);
    return pseudo;
  } catch (cause) {
    // Node says in one sentence what is wrong, and in others how to write a word that begins with a dash.
    const [sentence = ''] = cause instanceof Error ? cause.message.split(/(?<=\.) /) : [];
    console.error(`pnpm words: ${sentence.replace(/\.?$/, '.')} pnpm words --help says what it takes.`);
    process.exit(2);
  }
}

function writeCode(): void {
  const { languages, problems } = readLanguages(messagesFolder);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    process.exitCode = 1;
    return;
  }
  const files = generated(languages);
  const changed = differingFiles(generatedFolder, files);
  writeFiles(generatedFolder, files);
  console.log(changed.length === 0 ? 'Nothing has changed.' : `Written: ${changed.join(', ')}`);
}
