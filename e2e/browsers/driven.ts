/** A key by its name in DOM events, such as `Escape`, or a character. */
export type Key = string;

/** A running browser of the system, driven from outside through its own WebDriver. */
export interface Driven {
  /** Its name and version, such as `Firefox 153.7.0`. */
  readonly name: string;
  goto(address: string): Promise<void>;
  /** Runs a function in the page; what goes in and out is JSON. Nothing around the function is known there. */
  run<Given extends unknown[], Result>(inside: (...given: Given) => Result, ...given: Given): Promise<Result>;
  /** Runs a function in the first frame of the page. */
  runInFrame<Result>(inside: () => Result): Promise<Result>;
  /** Presses the last key while the others are held down. */
  press(...keys: readonly Key[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Clicks at a place of the window, in CSS pixels. */
  click(x: number, y: number): Promise<void>;
  /** What the window shows, as a PNG. */
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A browser of the system, or the reason in words why it cannot be driven here. */
export type Started = Driven | { readonly missing: string };
