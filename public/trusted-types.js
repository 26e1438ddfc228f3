// A file of its own, before the app: the app's libraries touch innerHTML while they are loaded.
// The default policy passes blank HTML (style sheets start so) and the worker's address, no more.
if (window.trustedTypes && !window.trustedTypes.defaultPolicy) {
  window.trustedTypes.createPolicy('default', {
    createHTML: (html) => (html.trim() === '' ? html : null),
    createScriptURL: (url) => (url === '/sw.js' ? url : null),
    createScript: () => null,
  })
}
