/** Formats a type for display: "bonus_code" reads "Bonus code". */
export function formatType(type: string): string {
  const words = type.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
