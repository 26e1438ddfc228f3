import { fireEvent, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** Finds by name: a query by role takes jsdom a second on these screens. */
export const buttons = (name: string, within: ParentNode = document) =>
  [...within.querySelectorAll('button')].filter(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  )
export function button(name: string): Promise<HTMLElement> {
  return waitFor(() => {
    const [found] = buttons(name)
    if (found === undefined) throw new Error(`No button ${name}`)
    return found
  })
}
export const press = async (name: string) => fireEvent.click(await button(name))
export function field(label: string): Promise<HTMLInputElement> {
  return waitFor(() => {
    const shown = [...document.querySelectorAll('label')].find((each) => each.textContent === label)
    const named = document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)
    const found = named ?? document.getElementById(shown?.htmlFor ?? '')
    if (!(found instanceof HTMLElement)) throw new Error(`No field ${label}`)
    // A label names an input or a text area; both have a value.
    return found as HTMLInputElement
  })
}
export const type = async (label: string, text: string) =>
  fireEvent.change(await field(label), { target: { value: text } })
export const dialog = () => document.querySelector('[role=dialog], [role=alertdialog]')
export const pressIn = async (name: string) => {
  await waitFor(() => expect(dialog()).not.toBeNull())
  const [found] = buttons(name, dialog() ?? document)
  if (found) fireEvent.click(found)
}
export const isOpen = () => expect(dialog()).not.toBeNull()
export const isClosed = () => waitFor(() => expect(dialog()).toBeNull())
