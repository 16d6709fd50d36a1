import { create } from 'zustand';
import { openDialog } from '../../core/ui/open-dialog.ts';

/** The parts of the help, in the order of their tabs. */
export const helpParts = ['begin', 'cluster', 'glossary', 'about'] as const;

/** One of them. */
export type HelpPart = (typeof helpParts)[number];

/** The store of the open part of the help. */
export const useHelp = create<{ readonly part: HelpPart }>(() => ({ part: 'begin' }));

/** Opens the help at a part. */
export function openHelp(part: HelpPart): void {
  useHelp.setState({ part });
  openDialog('help');
}
