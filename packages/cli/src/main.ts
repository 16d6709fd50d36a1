#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { nodeIo } from './node-io.ts';
import { run } from './run.ts';

// The program as it is published: the built playground and the manifest lie beside it.
const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));
process.exitCode = await run(process.argv.slice(2), nodeIo(beside('page'), beside('package.json')));
