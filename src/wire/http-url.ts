export const MAX_URL_LENGTH = 2048

/** True for an absolute http or https URL without user info, white space or control characters. */
export function isHttpUrl(value: string): boolean {
  if (/[\s\\\p{Cc}]/u.test(value) || !/^https?:\/\/[^/]/i.test(value)) return false
  try {
    const url = new URL(value)
    return (url.protocol === 'http:' || url.protocol === 'https:') && !url.username && !url.password
  } catch {
    return false
  }
}
