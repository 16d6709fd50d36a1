import { lazyPane } from '../core/ui/lazy-pane.tsx';

/** What stands over the page: it is drawn after the first view. */
export const Banners = lazyPane(async () => (await import('./banners.tsx')).Banners);
