/** What the controllers of a cluster did after some deletes, recorded by `tools/record/controllers`. */
export interface RecordedControllers {
  readonly name: string;
  readonly about: string;
  readonly kubernetes: string;
  /** The objects before, after the deletes, and when the controllers had nothing to do any more. */
  readonly live: readonly object[];
  readonly left: readonly object[];
  readonly after: readonly object[];
  readonly deletes: readonly {
    readonly method: 'DELETE' | 'POST';
    readonly path: string;
    readonly body: object;
    readonly code: number;
  }[];
}
