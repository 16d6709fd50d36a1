import type { CommandView } from '@managed-fields/scenario';
import { words } from '../../language/language.ts';

interface TerminalProps {
  readonly command: CommandView | undefined;
  /** Its name, where there are two of them. */
  readonly label?: string;
}

/** What a command printed, as a terminal shows it; empty while the engine works. */
export function Terminal({ command, label = words.command.terminal }: TerminalProps) {
  const { stdout = '', stderr = '', exitCode = 0, hint } = command ?? {};
  return (
    <section className="terminal" aria-label={label}>
      <pre>
        {stderr !== '' && <span className={exitCode === 0 ? 'terminal-warning' : 'terminal-error'}>{stderr}</span>}
        {stdout}
        {command !== undefined && stdout === '' && stderr === '' && (
          <span className="terminal-soft">{words.command.nothingPrinted}</span>
        )}
      </pre>
      {hint !== undefined && <p>{hint}</p>}
      {exitCode !== 0 && (
        <p className="terminal-soft">
          {words.command.exitCode} {exitCode}
        </p>
      )}
    </section>
  );
}
