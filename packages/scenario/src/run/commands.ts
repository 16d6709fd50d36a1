// What steps with kubectl commands are played and shown by. Loaded with the first command.
export { commandView } from './command-view.ts';
export { playCommand } from './play-command.ts';
