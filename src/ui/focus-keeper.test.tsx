import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepFocus } from './focus-keeper.ts'
import { TOASTS_ID } from './toasts.tsx'

const find = (name: string) => {
  const found = document.getElementById(name)
  if (!found) throw new Error(`no #${name}`)
  return found
}
const focused = () => document.activeElement?.id
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
/** Longer than the focus may be nowhere. */
const settle = async () => {
  for (let count = 0; count < 4; count++) await frame()
}

let stop = () => {}
beforeEach(() => {
  // There is no layout: what is in the page is taken to be seen.
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function box(this: Element) {
    // Only how many there are is looked at.
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

test('the focus of a row that goes is taken by the next one, or by the last', async () => {
  find('delete-1').focus()
  find('row-1').remove()
  await settle()
  expect(focused()).toBe('move-2')
  find('delete-2').focus()
  find('delete-2').remove()
  await settle()
  expect(focused()).toBe('move-2')
})

test('where nothing is left beside it, what comes next on the page takes it, but no text field', async () => {
  find('delete-1').focus()
  find('row-1').parentElement?.replaceWith(document.createElement('p'))
  await settle()
  expect(focused()).toBe('create')
})

test('a layer that goes leads back to where the person was before, though that be gone too', async () => {
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

test('a message that goes leads back too, not to what stands before the messages', async () => {
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

test('what is left of a layer keeps the focus in it', async () => {
  find('confirm').focus()
  find('confirm').remove()
  await settle()
  expect(focused()).toBe('layer')
})

test('a button that is switched off hands on, and the title takes what nothing else can', async () => {
  find('create').focus()
  // A browser drops it by itself.
  find('create').blur()
  find('create').setAttribute('disabled', '')
  await settle()
  expect(focused()).toBe('delete-2')
  find('title').nextElementSibling?.remove()
  await settle()
  expect(focused()).toBe('title')
})

test('a focus that was given up on purpose, or given on in time, is left alone', async () => {
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
