/** What the server answers people who only look when they would change something, and what they read. */
export const READ_ONLY = 'You can look, but not change'
