// Runs before the first paint, so that a remembered theme never flashes the other one.
const { dataset } = document.documentElement;
if (matchMedia('(prefers-contrast: more)').matches) dataset.contrast = 'more';
try {
  const { theme, contrast } = JSON.parse(localStorage.getItem('managed-fields.preferences') ?? '{}');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  if (contrast === 'more') dataset.contrast = contrast;
} catch {
  // Storage is blocked: the system's theme it is.
}
