import { nodeIo, watch, watchWord } from './node-io.ts';
import { run } from './run.ts';

// The program in one executable: nothing lies beside it, so that it has no page and counts a survey in one thread. Who builds it
// writes the version in.
declare const programVersion: string;

const [first, pid = '', folder = ''] = process.argv.slice(2);
if (first === watchWord) watch(pid, folder);
else {
  run(
    process.argv.slice(2),
    nodeIo('', () => programVersion),
  ).then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}
