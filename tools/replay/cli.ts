import { fileURLToPath } from 'node:url';
import { replay } from '../../conformance/replay/replay.ts';
import { readArguments } from '../arguments.ts';

const { words } = readArguments({
  name: 'pnpm replay',
  about:
    'Plays recorded traces through the engine and prints every difference. Ends with 1 where one has no reason in\nconformance/replay/named-differences.json.',
  words: { name: 'PATH…', about: 'files and folders of traces, by default all of conformance/traces', there: true },
});
const all = fileURLToPath(new URL('../../conformance/traces', import.meta.url));
process.exitCode = (await replay(words.length === 0 ? [all] : words, (line) => console.log(line))) ? 0 : 1;
