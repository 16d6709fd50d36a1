import { nodeIo, runOnNode, watch, watchWord } from './node-io.ts';

// The program in one executable: nothing lies beside it, so that it has no page and counts a survey in one thread. Who builds it
// writes the version in.
declare const programVersion: string;

const [first, pid = '', folder = ''] = process.argv.slice(2);
if (first === watchWord) watch(pid, folder);
else void runOnNode(nodeIo('', () => programVersion));
