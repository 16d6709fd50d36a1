import { create } from 'zustand';
import { openDialog } from '../../core/ui/open-dialog.ts';

/** A pasted, dropped or opened text, with the name of its file where it has one. */
export interface IncomingText {
  readonly name: string | undefined;
  readonly text: string;
}

/** A file that could not be read. */
export interface RefusedFile {
  readonly name: string;
  readonly reason: 'binary' | 'unreadableFile';
}

interface Incoming {
  readonly texts: readonly IncomingText[];
  readonly refused: readonly RefusedFile[];
  /** The id of the step whose text it is, and which it may replace. */
  readonly fromStep: string | undefined;
  /** The user asked to have an error text explained. */
  readonly wantsError: boolean;
}

const nothing: Incoming = { texts: [], refused: [], fromStep: undefined, wantsError: false };

/** The store of the texts that were brought in and did not become steps yet. */
export const useIncoming = create<Incoming>(() => nothing);

/** Opens the dialog for texts that were brought in; without texts the dialog asks for one. */
export function bring(incoming: Partial<Incoming> = {}): void {
  useIncoming.setState({ ...nothing, ...incoming });
  openDialog('bring');
}
