import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TOASTS_ID } from '#src/ui/toasts.tsx'
import { keepFocus } from './focus-keeper.ts'

const find = (name: string) => {
  const found = document.getElementById(name)
  if (!found) throw new Error(`no #${name}`)
  return found
}
const focused = () => document.activeElement?.id
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
/** Longer than the focus keeper waits. */
const settle = async () => {
  for (let count = 0; count < 4; count++) await frame()
}

let stop = () => {}
beforeEach(() => {
  // jsdom has no layout: every element counts as visible.
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function box(this: Element) {
    // Only the length is read.
    return (this.isConnected ? [new DOMRect()] : []) as unknown as DOMRectList
  })
  render(
    <main>
      <h1 id="title" tabIndex={-1}>
        Banners
      </h1>
      <div>
        <ul>
          {[1, 2].map((row) => (
            <li key={row} id={`row-${row}`}>
              <button id={`move-${row}`}>Move</button>
              <button id={`delete-${row}`}>Delete</button>
            </li>
          ))}
        </ul>
        <input id="search" />
        <button id="create">Create</button>
      </div>
    </main>,
  )
  render(
    <section>
      <div id="layer" role="alertdialog" tabIndex={-1}>
        <button id="confirm">Delete</button>
      </div>
    </section>,
  )
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  stop = keepFocus()
})
afterEach(() => stop())

test('the focus of a removed row moves to the next row, or to the last', async () => {
  find('delete-1').focus()
  find('row-1').remove()
  await settle()
  expect(focused()).toBe('move-2')
  find('delete-2').focus()
  find('delete-2').remove()
  await settle()
  expect(focused()).toBe('move-2')
})

test('without siblings the focus moves to the next control on the page, except text fields', async () => {
  find('delete-1').focus()
  find('row-1').parentElement?.replaceWith(document.createElement('p'))
  await settle()
  expect(focused()).toBe('create')
})

test('a closed layer returns the focus to where it was before, or to its neighbour if that is gone', async () => {
  find('delete-1').focus()
  find('confirm').focus()
  find('layer').remove()
  await settle()
  expect(focused()).toBe('delete-1')

  document.body.append(find('title').ownerDocument.createElement('div'))
  find('delete-1').remove()
  await settle()
  expect(focused()).toBe('move-1')
})

test('a dismissed toast returns the focus to where it was before', async () => {
  const toasts = document.createElement('div')
  toasts.id = TOASTS_ID
  toasts.innerHTML = '<button id="dismiss">Dismiss</button>'
  find('title').closest('main')?.after(toasts)
  find('delete-1').focus()
  find('dismiss').focus()
  find('dismiss').remove()
  await settle()
  expect(focused()).toBe('delete-1')
})

test('the focus stays in an open layer', async () => {
  find('confirm').focus()
  find('confirm').remove()
  await settle()
  expect(focused()).toBe('layer')
})

test('a disabled button passes the focus on, and the title is the last resort', async () => {
  find('create').focus()
  // A browser drops the focus itself.
  find('create').blur()
  find('create').setAttribute('disabled', '')
  await settle()
  expect(focused()).toBe('delete-2')
  find('title').nextElementSibling?.remove()
  await settle()
  expect(focused()).toBe('title')
})

test('a focus that was removed on purpose, or moved in time, is not changed', async () => {
  find('delete-1').focus()
  find('delete-1').blur()
  await settle()
  find('row-1').remove()
  await settle()
  expect(document.activeElement).toBe(document.body)

  find('delete-2').focus()
  find('row-2').remove()
  find('search').focus()
  await settle()
  expect(focused()).toBe('search')
})
