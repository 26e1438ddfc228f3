/** The URL must outlive the click: Safari asks first whether to download, and an iPhone's preview reads it then. */
const URL_LIFETIME_MS = 60_000
/** By it spreadsheets read a file as UTF-8. Every CSV has it. */
const BYTE_ORDER_MARK = '\uFEFF'
const MARK_BYTES = 3

/** Downloads `file` under this name. */
export function saveFile(fileName: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click()
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS)
}

const asCsv = (parts: BlobPart[]) => new Blob(parts, { type: 'text/csv;charset=utf-8' })

/** Downloads a text as CSV. */
export function downloadCsv(fileName: string, text: string): void {
  saveFile(fileName, asCsv([BYTE_ORDER_MARK, text]))
}

/** Downloads a response of the server as CSV. */
export async function saveCsv(fileName: string, csv: Blob): Promise<void> {
  const start = new Uint8Array(await csv.slice(0, MARK_BYTES).arrayBuffer())
  const hasMark = new TextDecoder('utf-8', { ignoreBOM: true }).decode(start) === BYTE_ORDER_MARK
  saveFile(fileName, asCsv(hasMark ? [csv] : [BYTE_ORDER_MARK, csv]))
}
