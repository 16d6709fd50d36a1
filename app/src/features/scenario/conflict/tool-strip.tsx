import { type Tool, toolNames } from '@managed-fields/tools';
import { useState } from 'react';
import { lazyPane } from '../../../core/ui/lazy-pane.tsx';
import { words } from '../../../core/words/language.ts';

const ToolSettings = lazyPane(async () => (await import('./tool-settings.tsx')).ToolSettings);

interface ToolStripProps {
  /** The tool that applied, as far as it is known. */
  readonly of: Tool;
  /** The step with the conflict; undefined where there is none to write anything for. */
  readonly stepId: string | undefined;
}

/** What a tool has for the ways out of a conflict, in a line that opens. Another tool can be chosen. */
export function ToolStrip({ of, stepId }: ToolStripProps) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Tool>();
  const tool = chosen ?? of;
  return (
    <details className="tool-strip" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.conflict.inWordsOf({ tool: toolNames[tool] })}</summary>
      {open && <ToolSettings tool={tool} stepId={stepId} onTool={setChosen} />}
    </details>
  );
}
