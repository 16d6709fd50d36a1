export type { ConflictWords } from './conflict.ts';
export {
  type ConflictDrawing,
  type ConflictRow,
  conflictCells,
  conflictDrawing,
  conflictHeads,
  conflictTree,
} from './conflict.ts';
export type { Drawn } from './drawing.ts';
export {
  type Drawing,
  drawing,
  foldedLines,
  type Ink,
  type Line,
  type LineBar,
  type LineBox,
  type Run,
  type Segment,
  textOfLine,
  withStrong,
} from './drawing.ts';
export { drawingCss, managerProperties } from './drawing-css.ts';
export { ownerFacts } from './facts.ts';
export { hostedCss } from './hosted-css.ts';
export { english } from './language/english.ts';
export type { StaticMessages } from './language/static-words.ts';
export { type StatedOwner, type StaticWords, staticWords, unique } from './language/static-words.ts';
export { type LegendItem, legendItems, legendTree } from './legend.ts';
export type { LineWords } from './line-cells.ts';
export { type LineExtras, lineCells, tintClass } from './line-cells.ts';
export { lineTokens, type TokensOfLine } from './line-tokens.ts';
export { codeClass, columns, cutAt, lineAt, lineLimits, lineStarts } from './lines.ts';
export { type LineChoice, type LinesView, linesTree } from './lines-tree.ts';
export { coloursInScenario, managerOf, paletteFor } from './manager-colours.ts';
export { aloud, markTree, nobodyTree } from './mark.ts';
export {
  type Bar,
  type Box,
  type Filter,
  fieldAt,
  type Hint,
  laneCount,
  lanesOf,
  type Overlay,
  overlay,
  type Spot,
} from './overlay.ts';
export {
  assignColours,
  colourCount,
  identityOf,
  type ManagerColour,
  type ManagerColours,
  type Mark,
  mostMore,
  type OwnerIdentity,
  type Palette,
  palette,
  patternCount,
  sameColours,
} from './palette.ts';
export { type StaticViewOptions, scenarioView } from './scenario-view.ts';
export { staticCss } from './static-css.ts';
export {
  answerTrees,
  nothingTree,
  noticeTrees,
  outcomeBadge,
  outcomeOf,
  sentTree,
  stepMark,
  stepTitle,
} from './step-tree.ts';
export { toolTitle } from './tool-title.ts';
export type { Nothing } from './tree.ts';
export { element, pathTrees, spelled, type Tag, type Tree, type TreeElement, toHtml } from './tree.ts';
