import { describe, expect, test } from 'vitest'
import {
  isSameSelection,
  toggleAll,
  toggleFilter,
  toggleOne,
  type MultiSelection,
} from './multi-selection.ts'

const OFFERED = ['AURA', 'HELIX', 'NOVA']

describe('a list with several selected options', () => {
  test.each<[string, MultiSelection, string, MultiSelection]>([
    ['deselecting one of all leaves the others', 'all', 'HELIX', ['AURA', 'NOVA']],
    ['selecting one adds it in the order of the list', ['NOVA'], 'AURA', ['AURA', 'NOVA']],
    ['selecting the last missing one makes it all', ['AURA', 'NOVA'], 'HELIX', 'all'],
    ['the last selected one stays', ['NOVA'], 'NOVA', ['NOVA']],
    ['a value that is no longer offered is removed', ['GONE', 'NOVA'], 'AURA', ['AURA', 'NOVA']],
  ])('%s', (_name, selection, value, expected) => {
    expect(toggleOne(selection, value, OFFERED)).toEqual(expected)
  })

  test('“All” selects everything, and deselecting it keeps the first', () => {
    expect(toggleAll(['NOVA'], OFFERED)).toBe('all')
    expect(toggleAll('all', OFFERED)).toEqual(['AURA'])
  })

  test('another order is no change', () => {
    expect(isSameSelection(['AURA', 'NOVA'], ['NOVA', 'AURA'])).toBe(true)
    expect(isSameSelection('all', OFFERED)).toBe(false)
    expect(isSameSelection(['AURA'], ['NOVA'])).toBe(false)
  })
})

test.each<[string, MultiSelection, string, MultiSelection]>([
  ['the first choice narrows to itself', 'all', 'HELIX', ['HELIX']],
  ['a further one adds to it, in the order of the options', ['HELIX'], 'AURA', ['AURA', 'HELIX']],
  ['a second press takes one away', ['AURA', 'HELIX'], 'AURA', ['HELIX']],
  ['without the last one it is no filter', ['HELIX'], 'HELIX', 'all'],
  ['with all of them it is no filter', ['AURA', 'HELIX'], 'NOVA', 'all'],
])('in a filter, %s', (_name, before, pressed, after) => {
  expect(toggleFilter(before, pressed, OFFERED)).toEqual(after)
})
