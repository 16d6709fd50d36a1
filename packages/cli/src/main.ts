#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nodeIo, runOnNode, versionIn } from './node-io.ts';

// The program as it is published: the built playground and the manifest lie beside it; of the sources, above them.
const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const manifest = ['package.json', '../package.json'].map(beside).find((path) => existsSync(path)) ?? '';
// Only what is built has the file of a thread.
const worker = existsSync(beside('survey-worker.js')) ? beside('survey-worker.js') : undefined;
await runOnNode(nodeIo(beside('page'), () => versionIn(manifest), worker));
