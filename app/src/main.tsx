import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './view/theme.css';
import './editor/code.css';
import './panes/parts/parts.css';
import './panes/frame/frame.css';
import './panes/steps/steps.css';
import './panes/step/step.css';
import './panes/conflict/conflict.css';
import './panes/result/result.css';
import './panes/field/field.css';
import './panes/command/command.css';
import { driveEngine } from './engine/drive.ts';
import { App } from './panes/frame/app.tsx';
import { ErrorBoundary } from './panes/frame/error-boundary.tsx';
import { followAddress } from './store/address.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');

// An example comes over the network; everything else is on screen at once.
void followAddress();
driveEngine();
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <App />
    </ErrorBoundary>
  </StrictMode>,
);
