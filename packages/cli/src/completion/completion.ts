import type { Commands } from '../command.ts';
import { exit, type Run } from '../io.ts';
import { nearest } from '../nearest.ts';
import { readOptions, refuse } from '../options.ts';
import { describedCommands } from './described.ts';
import { manPage } from './man-page.ts';
import { completionScript, shells } from './scripts.ts';

/** `managed-fields completion SHELL`: prints the script by which a shell completes these commands, or their manual page. */
export const completionOf =
  (commands: Commands): Run =>
  async (args, io) => {
    const read = readOptions(args, {});
    if (read.kind === 'usage') return refuse(io, read.message, 'completion');
    const [named = '', ...more] = read.words;
    if (more.length > 0) return refuse(io, 'name one shell', 'completion');
    if (named === 'man') {
      io.stdout.write(manPage(commands, io.version()));
      return exit.done;
    }
    const shell = shells.find((each) => each === named);
    if (shell === undefined) {
      const meant = nearest(named, shells);
      return refuse(io, `name a shell: ${shells.join(', ')}; or man for the manual page${meant}`, 'completion');
    }
    io.stdout.write(completionScript(shell, describedCommands(commands)));
    return exit.done;
  };
