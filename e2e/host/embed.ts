import type {
  EmbedContent,
  EmbedSettings,
  ManagedFieldsPlayground,
  PlaygroundAnswer,
  ScenarioForm,
} from '@managed-fields/embed';
import { expect, type Frame, type FrameLocator, type Locator, type Page } from '@playwright/test';

/** An element of ours on a host page. */
export class Embed {
  readonly element: Locator;
  readonly frame: FrameLocator;

  constructor(page: Page | FrameLocator, selector: string) {
    this.element = page.locator(selector);
    this.frame = this.element.frameLocator('iframe');
  }

  /** Waits until the frame has taken the place of the children. */
  async ready(): Promise<void> {
    await expect(this.element.locator('iframe')).not.toHaveAttribute('inert');
    await expect(this.element.locator('iframe')).toBeVisible();
  }

  /** The last state that the frame sent. */
  state(): Promise<ManagedFieldsPlayground['state']> {
    return this.element.evaluate((element: ManagedFieldsPlayground) => element.state);
  }

  load(content: EmbedContent<ScenarioForm>): Promise<void> {
    return this.element.evaluate((element: ManagedFieldsPlayground, given) => element.load(given), content);
  }

  set(settings: EmbedSettings): Promise<void> {
    return this.element.evaluate((element: ManagedFieldsPlayground, given) => element.set(given), settings);
  }

  get(): Promise<PlaygroundAnswer> {
    return this.element.evaluate((element: ManagedFieldsPlayground) => element.get());
  }
}

/** The frame of embed.html whose address ends like this. */
export function frameOf(page: Page, ending: string): Frame {
  const found = page.frames().find((frame) => frame.url().endsWith(ending));
  if (found === undefined) throw new Error(`no frame at ${ending}`);
  return found;
}
