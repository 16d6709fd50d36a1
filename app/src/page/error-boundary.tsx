import { Component, type ReactNode } from 'react';
import { words } from '../core/words/language.ts';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly fault: string | undefined;
}

/** Catches errors of drawing, which are bugs of ours. The page says what happened, and the draft is kept. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { fault: undefined };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === undefined) return this.props.children;
    return (
      <div className="crash" role="alert">
        <h1>{words.page.crashed}</h1>
        <p>{words.page.crashedText}</p>
        <button type="button" className="btn" onClick={() => location.reload()}>
          {words.page.reload}
        </button>
        <pre>{fault}</pre>
      </div>
    );
  }
}
