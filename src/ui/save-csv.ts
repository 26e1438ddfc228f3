import { saveFile } from './save-file.ts'

/** Downloads `csv` as a file. */
export function saveCsv(fileName: string, csv: string | Blob): void {
  saveFile(fileName, new Blob([csv], { type: 'text/csv;charset=utf-8' }))
}
