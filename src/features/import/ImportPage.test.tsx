import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connection } from '#src/session/connection.ts'
import { openFaultyApi } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, showPage } from '#tests/support/screens/show-page.tsx'
import { button } from '#tests/support/screens/user-actions.ts'
import { ImportPage } from './ImportPage.tsx'

stubLayout()

beforeEach(() => {
  history.replaceState(null, '', '/import?project=AURA')
  signInHere()
})
afterEach(endPage)

it('offline nothing is uploaded, and the reason is given', async () => {
  const api = openFaultyApi({
    'GET /projects/names': () => ['AURA'],
    'GET /projects': () => [],
    'GET /imports': () => [],
    'POST /imports': () => undefined,
  })
  showPage(ImportPage)
  await button('Choose a file')
  act(() => {
    connection.isOnline = false
  })
  const choose = await button('Choose a file')
  expect(choose.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(choose)
  await screen.findAllByText('You are offline. Nothing was sent.')
  const before = document.body.textContent
  const files = [new File(['a,b\n1,2'], 'a.csv', { type: 'text/csv' })]
  const area = choose.closest('div')
  if (area) fireEvent.drop(area, { dataTransfer: { files } })
  await act(async () => undefined)
  expect(document.body.textContent).toBe(before)
  expect(api.done('POST /imports')).toBe(0)
})
