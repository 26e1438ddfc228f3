/** The URL must outlive the click: Safari starts the download after it. */
const URL_LIFETIME_MS = 1000

/** Downloads `csv` as a file. */
export function saveCsv(fileName: string, csv: string | Blob): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click()
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS)
}
