import { render, screen } from '@testing-library/react'
import type * as Goober from 'goober'
import type { ElementType } from 'react'
import { expect, test, vi } from 'vitest'

const writes = vi.hoisted(() => [] as string[])
vi.mock('goober', async (original) => {
  const goober = await original<typeof Goober>()
  return {
    ...goober,
    css(this: unknown, ...template: Parameters<typeof goober.css>) {
      const name = goober.css.apply(this, template)
      writes.push(name)
      return name
    },
  }
})
// Replaces goober's <style>.
const sheet = { data: '' }
Object.assign(globalThis, { _goober: { firstChild: sheet, parentNode: document.head } })
const { styled } = await import('./theme.ts')

const Box = styled('div')<{ $gap: number; $isOn?: boolean; as?: ElementType }>`
  gap: ${(p) => p.$gap}px;
  ${(p) => (p.$isOn ? 'color: red;' : '')}
`

test('a style is written once for each set of values', () => {
  writes.length = 0
  const { rerender } = render(<Box $gap={4}>one</Box>)
  for (const gap of [4, 8, 4]) rerender(<Box $gap={gap}>one</Box>)
  expect(writes).toHaveLength(2)
  expect(screen.getByText('one').className).toBe(writes[0])
})

test('style props stay out of the DOM; `as` replaces the element', () => {
  render(
    <Box as="section" $gap={4} $isOn id="it">
      two
    </Box>,
  )
  const { tagName, attributes } = screen.getByText('two')
  expect(tagName).toBe('SECTION')
  expect([...attributes].map(({ name }) => name)).toEqual(['id', 'class'])
})

test('the styles of an extending component win', () => {
  const Base = styled('p')`
    color: red;
  `
  const Extended = styled(Base)`
    color: blue;
  `
  render(<Extended className="own">three</Extended>)
  const names = screen.getByText('three').className.split(' ')
  expect(names).toEqual([expect.stringMatching(/^go/), expect.stringMatching(/^go/), 'own'])
  // Of two rules with the same specificity the later one wins.
  const places = names.slice(0, 2).map((name) => sheet.data.indexOf(`.${name}`))
  expect(places[0]).toBeGreaterThan(-1)
  expect(places[1]).toBeGreaterThan(places[0] ?? 0)
})

test('the selection of text has the prefix that Safari requires', () => {
  const Key = styled('code')`
    user-select: all;
  `
  render(<Key>four</Key>)
  expect(sheet.data).toContain('{-webkit-user-select:all;user-select:all;}')
})
