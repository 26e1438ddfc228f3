import { describe, expect, test } from 'vitest'
import { isSameChoice, toggleAll, toggleOne, type MultiChoice } from './multi-selection.ts'

const OFFERED = ['AURA', 'HELIX', 'NOVA']

describe('a list with several ticks', () => {
  test.each<[string, MultiChoice, string, MultiChoice]>([
    ['unticking one of all leaves the others', 'all', 'HELIX', ['AURA', 'NOVA']],
    ['ticking one adds it in the list’s order', ['NOVA'], 'AURA', ['AURA', 'NOVA']],
    ['ticking the last open box makes it all', ['AURA', 'NOVA'], 'HELIX', 'all'],
    ['the last tick stays', ['NOVA'], 'NOVA', ['NOVA']],
    ['a value no longer offered drops out', ['GONE', 'NOVA'], 'AURA', ['AURA', 'NOVA']],
  ])('%s', (_name, choice, value, expected) => {
    expect(toggleOne(choice, value, OFFERED)).toEqual(expected)
  })

  test('“All” ticks everything, and unticked leaves the first', () => {
    expect(toggleAll(['NOVA'], OFFERED)).toBe('all')
    expect(toggleAll('all', OFFERED)).toEqual(['AURA'])
  })

  test('the order of ticks is no change', () => {
    expect(isSameChoice(['AURA', 'NOVA'], ['NOVA', 'AURA'])).toBe(true)
    expect(isSameChoice('all', OFFERED)).toBe(false)
    expect(isSameChoice(['AURA'], ['NOVA'])).toBe(false)
  })
})
