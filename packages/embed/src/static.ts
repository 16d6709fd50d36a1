export {
  loadStaticRenderer,
  renderStatic,
  type StaticLanguage,
  type StaticOptions,
  type StaticProblem,
  type StaticRenderer,
  type StaticView,
} from './render-static.ts';
