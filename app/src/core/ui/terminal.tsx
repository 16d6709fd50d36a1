import type { CommandView } from '@managed-fields/player';
import { cutAt } from '@managed-fields/rendering';
import { Fragment, type RefObject } from 'react';
import { LeftOut } from '../code-view/visible-text.tsx';
import { words } from '../words/language.ts';
import { laterWords } from '../words/later-words.ts';
import { CopyButton } from './copy-button.tsx';

/** What a command printed. */
type PrintedView = Pick<CommandView, 'stdout' | 'stderr' | 'exitCode' | 'hint' | 'unplayed' | 'outputs'>;

interface TerminalProps {
  readonly command: PrintedView | undefined;
  /** The accessible name, where the page has two of them. */
  readonly label?: string;
  readonly ref?: RefObject<HTMLElement | null> | undefined;
}

/** How many UTF-16 code units of each stream are drawn. All of it can be copied. */
const longest = 20_000;

/** Draws what a command printed as a terminal does; empty until the engine has answered. */
export function Terminal({ command, label = laterWords.command.terminal, ref }: TerminalProps) {
  const { stdout = '', stderr = '', exitCode = 0, hint, unplayed } = command ?? {};
  return (
    <section ref={ref} tabIndex={ref && -1} className="terminal" aria-label={label}>
      <pre>
        {(command?.outputs ?? [{ stdout, stderr }]).map((output, place) => (
          <Fragment key={place}>
            {output.stderr !== '' && (
              <span className={exitCode === 0 || unplayed !== undefined ? 'terminal-warning' : 'terminal-error'}>
                <Printed text={output.stderr} />
              </span>
            )}
            <Printed text={output.stdout} />
          </Fragment>
        ))}
        {command !== undefined && unplayed === undefined && stdout === '' && stderr === '' && (
          <span className="terminal-soft">{laterWords.command.nothingPrinted}</span>
        )}
      </pre>
      {Math.max(stdout.length, stderr.length) > longest && (
        <p>
          <CopyButton text={`${stderr}${stdout}`} label={words.page.copy} />
        </p>
      )}
      {hint !== undefined && <p>{hint}</p>}
      {unplayed !== undefined && (
        <p className="notice terminal-notice">{laterWords.command.unplayedSentence(unplayed)}</p>
      )}
      {exitCode !== 0 && unplayed === undefined && (
        <p className="terminal-soft">
          {laterWords.command.exitCode} {exitCode}
        </p>
      )}
    </section>
  );
}

function Printed({ text }: { readonly text: string }) {
  const end = cutAt(text, 0, text.length, longest);
  if (end === text.length) return text;
  return (
    <>
      {text.slice(0, end)}
      <LeftOut count={text.length - end} />
    </>
  );
}
