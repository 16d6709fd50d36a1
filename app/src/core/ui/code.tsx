import { CodeView, type CodeViewProps } from '../code-view/code-view.tsx';
import { useLayout } from './media.ts';

/** The static view of a text. On narrow screens its lines wrap, so that nothing scrolls sideways. */
export function Code(props: CodeViewProps) {
  const narrow = useLayout() === 'narrow';
  return <CodeView wrap={narrow} {...props} />;
}
