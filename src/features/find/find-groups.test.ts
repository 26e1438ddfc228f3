import { Plus } from 'lucide-react'
import { describe, expect, it, test } from 'vitest'
import { groupsOf, movedTo } from './find-groups.ts'
import type { FindOption } from './find-option.ts'

const option = (key: string, more: Partial<FindOption> = {}): FindOption => ({
  key,
  icon: Plus,
  title: key,
  facts: [],
  target: { href: `/${key}` },
  ...more,
})
const many = (count: number) => Array.from({ length: count }, (_, at) => option(`o${at}`))

describe('The groups', () => {
  it('stand in one order, and empty ones are left out', () => {
    const groups = groupsOf({
      Actions: [option('a')],
      Pages: [],
      Leads: [option('l')],
      Wallets: [option('w', { project: 'AURA' })],
    })
    expect(groups.map(({ name, note }) => [name, note])).toEqual([
      ['Wallets', '1 project'],
      ['Leads', '1 of 1'],
      ['Actions', undefined],
    ])
  })

  it('hold at most 8, and then do not claim to hold all', () => {
    expect(groupsOf({ Leads: many(7) })[0]).toMatchObject({ note: '7 of 7' })
    const [full] = groupsOf({ Leads: many(9) })
    expect(full?.note).toBe('First 8')
    expect(full?.options).toHaveLength(8)
  })

  it('count a wallet’s projects', () => {
    const wallets = ['AURA', 'NOVA'].map((project) => option(project, { project }))
    expect(groupsOf({ Wallets: wallets })[0]?.note).toBe('2 projects')
  })
})

describe('The keys choose', () => {
  const options = many(12)
  test.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 11, 0],
    ['ArrowUp', 1, 0],
    ['ArrowUp', 0, 11],
    ['Home', 7, 0],
    ['End', 3, 11],
    ['PageDown', 1, 6],
    ['PageDown', 9, 11],
    ['PageUp', 6, 1],
    ['PageUp', 3, 0],
  ])('%s from %i', (key, from, to) => {
    expect(movedTo(options, options[from], key)).toBe(options[to])
  })

  test('letters choose nothing', () => {
    expect(movedTo(options, options[0], 'a')).toBeNull()
    expect(movedTo([], undefined, 'ArrowDown')).toBeNull()
  })

  test('options of an earlier text are passed over', () => {
    const mixed = [option('a'), option('b', { isStale: true }), option('c')]
    expect(movedTo(mixed, mixed[0], 'ArrowDown')).toBe(mixed[2])
    expect(movedTo(mixed, mixed[2], 'ArrowDown')).toBe(mixed[0])
    expect(movedTo([option('b', { isStale: true })], undefined, 'End')).toBeNull()
  })
})
