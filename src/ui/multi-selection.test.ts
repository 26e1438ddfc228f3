import { describe, expect, test } from 'vitest'
import { isSameSelection, toggleAll, toggleOne, type MultiSelection } from './multi-selection.ts'

const OFFERED = ['AURA', 'HELIX', 'NOVA']

describe('a list with several ticks', () => {
  test.each<[string, MultiSelection, string, MultiSelection]>([
    ['unticking one of all leaves the others', 'all', 'HELIX', ['AURA', 'NOVA']],
    ['ticking one adds it in the list’s order', ['NOVA'], 'AURA', ['AURA', 'NOVA']],
    ['ticking the last open box makes it all', ['AURA', 'NOVA'], 'HELIX', 'all'],
    ['the last tick stays', ['NOVA'], 'NOVA', ['NOVA']],
    ['a value no longer offered drops out', ['GONE', 'NOVA'], 'AURA', ['AURA', 'NOVA']],
  ])('%s', (_name, selection, value, expected) => {
    expect(toggleOne(selection, value, OFFERED)).toEqual(expected)
  })

  test('“All” ticks everything, and unticked leaves the first', () => {
    expect(toggleAll(['NOVA'], OFFERED)).toBe('all')
    expect(toggleAll('all', OFFERED)).toEqual(['AURA'])
  })

  test('the order of ticks is no change', () => {
    expect(isSameSelection(['AURA', 'NOVA'], ['NOVA', 'AURA'])).toBe(true)
    expect(isSameSelection('all', OFFERED)).toBe(false)
    expect(isSameSelection(['AURA'], ['NOVA'])).toBe(false)
  })
})
