import { act, render } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { guardText } from './foreign-text.ts'

beforeAll(() => guardText())

/** A figure among other text, a list and parts that come and go. */
function Page(props: {
  dollars: string
  isLoaded?: boolean
  rows?: readonly string[]
  error?: string
}) {
  const { rows = [] } = props
  return (
    <section>
      Sold {props.dollars}
      <b>.14</b>
      {props.isLoaded && ' so far'}
      {props.error !== undefined && <p role="alert">It failed: {props.error}</p>}
      {rows.length > 0 ? rows.map((row) => <i key={row}>{row} </i>) : 'Nothing yet'}
      <em>
        {rows.length} of {rows.length + 1} rows
      </em>
      <button type="button">{props.dollars}</button>
    </section>
  )
}

function textsIn(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node as Text)
  return found
}
function fontOf(text: string): HTMLElement {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')]
  inner.textContent = text
  outer.append(inner)
  return outer
}

const TRANSLATORS: [string, (text: Text) => void][] = [
  ['replaces each text by an element', (text) => text.replaceWith(fontOf(text.data))],
  [
    'puts an element before each text, then removes the text',
    (text) => {
      text.parentNode?.insertBefore(fontOf(text.data), text)
      text.remove()
    },
  ],
  [
    'wraps each text',
    (text) => {
      const font = document.createElement('font')
      text.replaceWith(font)
      font.append(text)
    },
  ],
  [
    'replaces each text by another text',
    (text) => text.replaceWith(document.createTextNode(text.data)),
  ],
]

describe.each(TRANSLATORS)('beside a tool that %s', (_how, translate) => {
  const steps = [
    { dollars: '$28,868,239' },
    { dollars: '$1,004', isLoaded: true },
    { dollars: '$1,004', isLoaded: true, rows: ['a', 'b'] },
    { dollars: '$7', rows: ['b', 'c', 'a'], error: 'offline' },
    { dollars: '$8', rows: ['c'], error: 'timeout' },
    { dollars: '$9' },
    { dollars: '$9', isLoaded: true, error: 'again' },
  ]
  it.each([
    ['after each change', () => true],
    ['once, at first', (step: number) => step === 0],
    ['now and then', (step: number) => step % 2 === 1],
  ])('%s, the page has its own text, and nothing fails', async (_when, isDue) => {
    const { container, rerender, unmount } = render(<Page dollars="$0" />)
    const plain = document.createElement('div')
    const own = render(<Page dollars="$0" />, { container: document.body.appendChild(plain) })
    for (const [step, props] of steps.entries()) {
      if (isDue(step)) for (const text of textsIn(container)) translate(text)
      // Until the mutations are reported.
      await act(async () => {})
      rerender(<Page {...props} />)
      own.rerender(<Page {...props} />)
      expect(container.textContent).toBe(plain.textContent)
    }
    unmount()
    expect(container.textContent).toBe('')
    own.unmount()
    plain.remove()
  })
})

it('what is not of React fails as ever', () => {
  const [parent, child] = [document.createElement('div'), document.createElement('p')]
  expect(() => parent.removeChild(child)).toThrow('not a child')
  expect(() => parent.insertBefore(document.createElement('i'), child)).toThrow('The child')
})
