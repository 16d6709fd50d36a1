import { useDialog } from '../../core/ui/open-dialog.ts';

/** The parts of the help, in the order of their tabs. */
export const helpParts = ['begin', 'cluster', 'glossary', 'about'] as const;

/** One of them. */
export type HelpPart = (typeof helpParts)[number];

/** Opens the help at a part. */
export function openHelp(part: HelpPart): void {
  useDialog.setState({ open: 'help', within: '', typed: { part } });
}
