import type { LeadField } from '#src/wire/leads.ts'

/** A column of leads.csv. The file has the order of the list. */
export interface ExportField {
  name: LeadField
  label: string
  isOn: boolean
}

/** The dialog's initial fields, in the order of the columns. */
export const EXPORT_FIELDS: readonly ExportField[] = [
  { name: 'email', label: 'Email', isOn: true },
  { name: 'mobile', label: 'Mobile', isOn: true },
]

/** The `fields` parameter: the enabled fields, in order. */
export function exportFields(list: readonly ExportField[]): LeadField[] {
  return list.filter((field) => field.isOn).map((field) => field.name)
}
