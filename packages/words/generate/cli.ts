import { readLanguages } from './catalogue.ts';
import { generated } from './code.ts';
import { differingFiles, generatedFolder, messagesFolder, writeFiles } from './files.ts';

const help = `Usage: pnpm words

Reads packages/words/messages and writes the typed functions of packages/words/src/messages. Says what is missing or
superfluous in a language, by file and key, and then writes nothing.`;

if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) console.log(help);
else {
  const { languages, problems } = readLanguages(messagesFolder);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else {
    const files = generated(languages);
    const changed = differingFiles(generatedFolder, files);
    writeFiles(generatedFolder, files);
    console.log(changed.length === 0 ? 'Nothing has changed.' : `Written: ${changed.join(', ')}`);
  }
}
