/** One entry of a menu; a heading has no action. */
export type MenuItem =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  | {
      readonly kind: 'action';
      /** The id of its action; absent for what only this menu has. */
      readonly id?: string;
      readonly text: string;
      readonly hint?: string | undefined;
      readonly keys?: string;
      readonly disabled?: boolean;
      /** Whether it is the chosen one of several. */
      readonly checked?: boolean;
      /** `checked` is about this entry alone: on or off. */
      readonly alone?: boolean;
      readonly run: () => void;
    };
