// Loaded before the app, because the app's libraries use innerHTML while they load. The default policy
// allows only blank HTML, which style sheets start with, and the service worker's URL.
if (window.trustedTypes && !window.trustedTypes.defaultPolicy) {
  window.trustedTypes.createPolicy('default', {
    createHTML: (html) => (html.trim() === '' ? html : null),
    createScriptURL: (url) => (url === '/sw.js' ? url : null),
    createScript: () => null,
  })
}
