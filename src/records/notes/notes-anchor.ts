/** The id of the card of notes on a record's page, which links lead to and which takes the focus. */
export const NOTES_ID = 'notes'
