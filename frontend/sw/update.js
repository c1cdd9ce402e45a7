// Registers the service worker and watches for a new version of the app. The app hears of one by the event
// `parlour-update` and the attribute `data-update` of the document, and asks for it by `parlour-renew`; nothing is ever
// loaded anew without that. Where there are no service workers, all that is left is loading the page again.
(() => {
  const ASK_AGAIN = 30 * 60_000;
  const LONGEST_WAIT = 10_000;
  const { serviceWorker } = navigator;
  let registration;
  let controlled = Boolean(serviceWorker?.controller);
  let renewing = false;

  const reload = () => location.reload();

  const tell = () => {
    document.documentElement.dataset.update = 'waiting';
    dispatchEvent(new Event('parlour-update'));
  };

  const takeOver = () => registration.waiting?.postMessage('take-over');

  const watch = (worker) => {
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && renewing) takeOver();
      else if (worker.state === 'installed' && controlled) tell();
    });
  };

  // The newest version there is: the one that waits, or one that the server has by now, or this one once more.
  const renew = async () => {
    if (renewing) return;
    renewing = true;
    if (!registration) return reload();
    setTimeout(reload, LONGEST_WAIT);
    if (registration.waiting) return takeOver();
    const found = await registration.update().catch(() => undefined);
    if (registration.waiting) takeOver();
    else if (!found?.installing) reload();
  };
  addEventListener('parlour-renew', renew);

  if (!serviceWorker || !isSecureContext) return;

  serviceWorker.addEventListener('controllerchange', () => {
    // Another page has asked for the new version, and this one still runs the old.
    if (renewing) reload();
    else if (controlled) tell();
    controlled = true;
  });

  const register = async () => {
    try {
      registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    } catch {
      // The page works without; it only starts slower, and not without a network.
      return;
    }
    // Something between page and browser may have swallowed it.
    if (!registration) return;
    // A page that was loaded past the worker, as by Shift and reload, has none, and yet a new version may wait.
    if (registration.active?.state === 'activated') controlled = true;
    if (registration.waiting && controlled) tell();
    watch(registration.installing);
    registration.addEventListener('updatefound', () => watch(registration.installing));
    const ask = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) registration.update().catch(() => undefined);
    };
    setInterval(ask, ASK_AGAIN);
    document.addEventListener('visibilitychange', ask);
  };

  // What the first visit needs comes first.
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
})();
