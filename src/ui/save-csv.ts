/** How long a browser may take to begin the download; Safari does so after the click has ended. */
const KEPT_MS = 1000

/** Hands CSV to the browser as a file. */
export function saveCsv(fileName: string, csv: string | Blob): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
