import { formatCount } from './money.ts'

/** A count with its noun, whose plural ends in s: '1 project', '0 projects'. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** The same for counts that may be large: '21,480 purchases'. */
export function pluralizeCount(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
