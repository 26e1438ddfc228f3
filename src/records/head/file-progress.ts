import type { DownloadProgress } from '#src/api/download.ts'
import { formatCount } from '#src/domain/money/money.ts'

/** On a phone, a file of more rows is confirmed first. */
export const LARGE_ON_PHONE = 100_000

const MB = 1e6

/**
 * How far a download is: "12,000 of 60,400 rows", or "12 MB" of a file without rows. Before the first
 * one the server writes the file.
 */
export function progressText({ rows, of, bytes }: DownloadProgress): string {
  if (rows > 0)
    return of === null
      ? `${formatCount(rows)} rows`
      : `${formatCount(Math.min(rows, of))} of ${formatCount(of)} rows`
  return bytes < MB ? 'Preparing the file …' : `${formatCount(Math.floor(bytes / MB))} MB`
}
