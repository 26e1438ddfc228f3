import { saveCsv } from './save-file.ts'

/** Downloads a text. The byte order mark makes spreadsheets read it as UTF-8. */
export function downloadCsv(fileName: string, text: string): void {
  saveCsv(fileName, `\uFEFF${text}`)
}
