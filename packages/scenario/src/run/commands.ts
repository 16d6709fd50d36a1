// What kubectl commands need beside requests, as a part that comes with the first command.
export { commandView } from './command-view.ts';
export { playCommand } from './play-command.ts';
