// What kubectl commands need beside requests: the module `kubectl`, loaded for scenarios that have commands.
export { commandView } from './command-view.ts';
export { playCommand } from './play-command.ts';
