// Runs before the first paint, so that a remembered theme never flashes the other one.
try {
  const { theme } = JSON.parse(localStorage.getItem('managed-fields.preferences') ?? '{}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system's theme it is.
}
