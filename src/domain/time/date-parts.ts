const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "Jan" for 1, "Dec" for 12. */
export function monthName(month: number): string {
  return MONTHS[month - 1] ?? ''
}

/** "07" for 7. */
export function twoDigits(n: number): string {
  return String(n).padStart(2, '0')
}
