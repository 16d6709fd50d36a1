import type { Page } from '@playwright/test';

/** What a picture is taken of. */
export interface Pictured {
  readonly name: string;
  /** The step is written in Monaco; elsewhere it stands in the static view and the plain editor. */
  readonly monaco?: true;
  /** Brings it on screen in an empty page, and waits until it is there. `build` is the folder of the built page. */
  readonly open: (page: Page, build: string) => Promise<void>;
}
