import type { LeadField } from '#src/wire/leads.ts'

/** A column of leads.csv: its place in the list is its place in the file. */
export interface ExportField {
  name: LeadField
  label: string
  isOn: boolean
}

/** Both fields, in the order and state in which the dialog opens (spec 2). */
export const EXPORT_FIELDS: readonly ExportField[] = [
  { name: 'email', label: 'Email', isOn: true },
  { name: 'mobile', label: 'Mobile', isOn: true },
]

/** The `fields` parameter: the names that are on, in the order of the list. */
export function exportFields(list: readonly ExportField[]): LeadField[] {
  return list.filter((field) => field.isOn).map((field) => field.name)
}
