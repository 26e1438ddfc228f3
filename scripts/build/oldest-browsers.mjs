/**
 * The oldest versions that the app runs in, as the build's target names them. README.md and the text of
 * index.html have them too (tests/oldest-browsers.test.ts).
 */
export const OLDEST_BROWSERS = ['chrome111', 'edge111', 'firefox114', 'safari16.4', 'ios16.4']
