import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { CodeField, codeDigits } from './CodeField.tsx'

function Code(props: { complete: string[] }) {
  const [code, setCode] = useState('')
  return (
    <CodeField
      label="Code"
      value={code}
      onChange={setCode}
      onComplete={(digits) => props.complete.push(digits)}
    />
  )
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' })

test('only digits stay, and the sixth one completes the code once', async () => {
  const user = userEvent.setup()
  const complete: string[] = []
  render(<Code complete={complete} />)
  await user.type(field(), '12a 34 5')
  expect(field().value).toBe('12345')
  expect(complete).toEqual([])
  await user.keyboard('67')
  expect(field().value).toBe('123456')
  expect(complete).toEqual(['123456'])
})

test('a pasted code may have blanks', async () => {
  const user = userEvent.setup()
  const complete: string[] = []
  render(<Code complete={complete} />)
  await user.click(field())
  await user.paste(' 123 456 ')
  expect(complete).toEqual(['123456'])
})

test('the field tells phones and password managers what it is', () => {
  render(<Code complete={[]} />)
  expect(field().inputMode).toBe('numeric')
  expect(field().autocomplete).toBe('one-time-code')
})

test.each([
  ['123 456', '123456'],
  ['１２３', '123'],
  ['1234567', '123456'],
  ['', ''],
])('%j has the digits %j', (text, digits) => {
  expect(codeDigits(text)).toBe(digits)
})
