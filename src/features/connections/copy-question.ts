/** What the dialog of a new key asks before it closes, while the key is not copied. */
export const COPY_QUESTION = {
  title: 'Close without copying?',
  text: 'The key is not shown again. To get another one, create it and revoke this one.',
  keep: 'Back',
  discard: 'Close',
}
