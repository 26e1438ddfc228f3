/**
 * Addresses that are never the app's page: the API, files, and what only the network may answer.
 * A download of /v1 opened in a tab must reach the server, and a missing file must stay missing.
 */
export const NOT_THE_APP: readonly RegExp[] = [/^\/v1(?:[/?]|$)/, /^[^?]*\.[^/?]+(?:\?|$)/]
