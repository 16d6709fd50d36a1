import { spawn, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readArguments } from '../arguments.ts';

const { values, words } = readArguments({
  name: 'pnpm steady',
  about: `Runs the tests many times beside processes that keep all cores busy, and says how often they passed. Without words it is
pnpm test that runs; with words Playwright runs the tests that they name, on the page that was built. Ends with 1 where one
run of them failed.`,
  options: {
    times: { type: 'number', value: 'N', default: 10, about: 'how often the tests run' },
    beside: { type: 'number', value: 'N', default: Math.min(2, cpus().length), about: 'how many busy processes run' },
  },
  words: { name: 'WORD…', about: 'words for playwright test, such as e2e/bring.spec.ts' },
});

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A process that does nothing but count, until it is ended or whoever began it is gone. */
const busy = `const begun = process.ppid; for (let n = 0; ; n++) if (n % 1e8 === 0 && process.ppid !== begun) process.exit();`;
const others = Array.from({ length: values.beside }, () => spawn(process.execPath, ['-e', busy], { stdio: 'ignore' }));
const [command = '', ...args] = words.length === 0 ? ['npm', 'run', 'test'] : ['npx', 'playwright', 'test', ...words];

let passed = 0;
try {
  for (let run = 1; run <= values.times; run++) {
    const begun = Date.now();
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
    if (status === 0) passed++;
    else console.log(`${stdout}${stderr}`);
    const minutes = ((Date.now() - begun) / 60_000).toFixed(1);
    console.log(`run ${run} of ${values.times}: ${status === 0 ? 'passed' : 'FAILED'} in ${minutes} minutes`);
  }
} finally {
  for (const other of others) other.kill();
}
console.log(`${passed} of ${values.times} runs passed, beside ${values.beside} busy processes`);
process.exitCode = passed === values.times ? 0 : 1;
