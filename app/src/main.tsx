import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './view/theme.css';
import './editor/code.css';
import './panes/page.css';
import './panes/panes.css';
import './panes/command.css';
import { driveEngine } from './engine/drive.ts';
import { App } from './panes/app.tsx';
import { ErrorBoundary } from './panes/error-boundary.tsx';
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
