import { NotLoaded } from '@managed-fields/api-server';
import type { playTool } from './play-tool.ts';
import type { toolView } from './tool-view.ts';

/** Playing deploy tools and showing what they did: what such steps need beside requests. */
export interface Tools {
  readonly playTool: typeof playTool;
  readonly toolView: typeof toolView;
}

// Written out as in `kubectl.ts`, and in `custom-resources.ts` of api-server: three functions, each with the name by which it is found.
let provided: Tools | undefined;

/** Puts the code for deploy tools in place; undefined takes it away, for tests. */
export function provideTools(given: Tools | undefined): void {
  provided = given;
}

/** Whether the code for deploy tools is loaded. */
export function hasTools(): boolean {
  return provided !== undefined;
}

/** The code for deploy tools. Where it is not loaded, the computation is left (`attempt` of `api-server`). */
export function tools(): Tools {
  if (provided === undefined) throw new NotLoaded(['tools']);
  return provided;
}
