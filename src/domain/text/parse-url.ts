/** Null if the text is no URL: `URL.parse` and `URL.canParse` are too new for some browsers. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
