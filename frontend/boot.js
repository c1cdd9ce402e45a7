// Before the first paint: theme, motion and cards as they were last chosen here, so that the page doesn't change its colours
// once the app has started. `state/settings.rs` keeps them.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem('parlour.theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    if (localStorage.getItem('parlour.motion') === 'off') root.dataset.motion = 'off';
    if (localStorage.getItem('parlour.deck') === 'four') root.dataset.deck = 'four';
  } catch {
    // No storage: the page is as the system has it.
  }
})();
