/** A count with its noun, whose plural ends in s: '1 project', '0 projects'. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
