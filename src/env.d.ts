/// <reference types="vite/client" />

/** Names this build; used in main.tsx only, so that a new build renames one chunk. */
declare const __BUILD_ID__: string

interface ImportMetaEnv {
  /** Origin of the API when it is not this page's own. */
  readonly VITE_API_URL?: string
}
