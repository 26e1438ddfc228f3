import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connection } from '#src/api/connection.ts'
import { openFaultyApi } from '#tests/support/faulty-api.ts'
import { stubLayout } from '#tests/support/layout-stubs.ts'
import { signInHere } from '#tests/support/screen-user.ts'
import { endPage, showPage } from '#tests/support/show-page.tsx'
import { button } from '#tests/support/user-actions.ts'
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
