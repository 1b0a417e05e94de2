// The site without a network, and a new version of it, which the user has to agree to.

/** Keep the site in the browser; `onNew` gets a function that replaces this version by a new one. */
export async function keepSite(onNew: (replace: () => void) => void): Promise<void> {
  const container = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  // A browser offers none at an address without https.
  if (!container) return;
  const registration = await container.register("service.js");
  let isWanted = false;
  const offer = () => {
    // Without a controller, this is the first visit, and the first version.
    if (!registration.waiting || !container.controller) return;
    onNew(() => {
      isWanted = true;
      registration.waiting?.postMessage("replace");
    });
  };
  container.addEventListener("controllerchange", () => isWanted && location.reload());
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", offer);
  });
  offer();
}
