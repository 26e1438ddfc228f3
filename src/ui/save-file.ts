/** The URL must outlive the click: Safari starts the download after it. */
const URL_LIFETIME_MS = 1000

/** Downloads `file` under this name. */
export function saveFile(fileName: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click()
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS)
}

/** Downloads `csv` as a file. */
export function saveCsv(fileName: string, csv: string | Blob): void {
  saveFile(fileName, new Blob([csv], { type: 'text/csv;charset=utf-8' }))
}
