/**
 * Paths that are not pages of the app: the API and files. The worker leaves them to the network, so
 * that a download of /v1 in a tab reaches the server and a missing file is a 404.
 */
export const NOT_THE_APP: readonly RegExp[] = [/^\/v1(?:[/?]|$)/, /^[^?]*\.[^/?]+(?:\?|$)/]
