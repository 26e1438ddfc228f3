/** "bonus_code" reads "Bonus code", "blockchain" reads "Blockchain". */
export function formatType(type: string): string {
  const words = type.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
