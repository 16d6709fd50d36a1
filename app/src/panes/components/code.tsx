import { CodeView, type CodeViewProps } from '../../editor/code-view.tsx';
import { useLayout } from './media.ts';

/** The static view as it fits the screen: on narrow ones its lines wrap, so that nothing scrolls sideways. */
export function Code(props: CodeViewProps) {
  const narrow = useLayout() === 'narrow';
  return <CodeView wrap={narrow} {...props} />;
}
