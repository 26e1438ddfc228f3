import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, describe } from 'vitest'
import { NumberField, readNumber, settleNumber, type NumberBounds } from './NumberField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { SearchField } from './SearchField.tsx'
import { TextField } from './TextField.tsx'

test('an error describes its field and makes it invalid', () => {
  const { rerender } = render(<TextField label="Reason" error="Too short" hint="At least 4" />)
  const field = screen.getByRole('textbox', { name: 'Reason', description: 'Too short At least 4' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  rerender(<TextField label="Reason" error={undefined} />)
  expect(field.getAttribute('aria-invalid')).toBe('false')
  expect(field.hasAttribute('aria-describedby')).toBe(false)
})

test('a password is hidden until its button is pressed', async () => {
  const user = userEvent.setup()
  render(<PasswordField label="Password" />)
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text')
})

function Percent(props: { start: number; values: (number | null)[] }) {
  const [value, setValue] = useState<number | null>(props.start)
  return (
    <NumberField
      label="Percentage"
      min={1}
      max={100}
      value={value}
      onChange={(next) => {
        props.values.push(next)
        setValue(next)
      }}
    />
  )
}

test.each([
  ['250', '100'],
  ['0', '1'],
  ['', '1'],
  ['12.50', '12.5'],
])('a number typed as %j becomes %j on blur', async (typed, settled) => {
  const user = userEvent.setup()
  render(<Percent start={5} values={[]} />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Percentage' })
  await user.clear(field)
  if (typed !== '') await user.type(field, typed)
  expect(field.value).toBe(typed)
  await user.tab()
  expect(field.value).toBe(settled)
})

test('an invalid number stays as typed', async () => {
  const user = userEvent.setup()
  const values: (number | null)[] = []
  render(<Percent start={5} values={values} />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Percentage' })
  await user.clear(field)
  await user.type(field, '7,5')
  await user.tab()
  expect(field.value).toBe('7,5')
  expect(values).toEqual([null, 7, Number.NaN, Number.NaN])
  await user.clear(field)
  await user.tab()
  expect(field.value).toBe('1')
})

test('a number set by the form replaces an invalid text', async () => {
  const user = userEvent.setup()
  function Given() {
    const [value, setValue] = useState<number | null>(Number.NaN)
    return (
      <>
        <NumberField label="Percentage" min={1} value={value} onChange={setValue} />
        <button onClick={() => setValue(15)}>Give</button>
      </>
    )
  }
  render(<Given />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Percentage' })
  expect(field.value).toBe('')
  await user.type(field, '7,5')
  await user.tab()
  expect(field.value).toBe('7,5')
  await user.click(screen.getByRole('button'))
  expect(field.value).toBe('15')
})

test('clearing a search keeps the focus in its field', async () => {
  const user = userEvent.setup()
  function Search() {
    const [text, setText] = useState('0x1')
    return <SearchField value={text} onChange={setText} onClear={() => setText('')} />
  }
  render(<Search />)
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }))
  await user.keyboard('0x2')
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '0x2')
})

test('a very small number is shown in plain digits', () => {
  render(<NumberField label="Percentage" min={0} value={0.0000001} onChange={() => undefined} />)
  expect(screen.getByRole('textbox', { name: 'Percentage' })).toHaveProperty('value', '0.0000001')
})

describe('parsing a number input', () => {
  test.each([
    ['5', 5],
    [' 1,200.50 ', 1200.5],
    ['-3', -3],
    ['.5', 0.5],
    ['5.', 5],
    ['12,345', 12_345],
    ['1,234.5', 1234.5],
    ['-1,200', -1200],
    ['', null],
    ['  ', null],
    ['1,5', Number.NaN],
    ['7,5', Number.NaN],
    ['1,2,3', Number.NaN],
    ['1,2345', Number.NaN],
    ['1.234,5', Number.NaN],
    ['1 2', Number.NaN],
    ['-', Number.NaN],
    ['1e3', Number.NaN],
    ['0x10', Number.NaN],
    ['1.2.3', Number.NaN],
    ['Infinity', Number.NaN],
  ])('%j reads as %j', (text, expected) => {
    expect(readNumber(text)).toBe(expected)
  })
})

describe('a number input on blur', () => {
  const percent: NumberBounds = { min: 0, max: 100 }
  const uses: NumberBounds = { min: 1, isInteger: true }
  test.each<[string, NumberBounds, number]>([
    ['99.99', percent, 99.99],
    ['100', percent, 100],
    ['100.01', percent, 100],
    ['-0.01', percent, 0],
    ['', percent, 0],
    ['  ', percent, 0],
    ['abc', percent, Number.NaN],
    ['7,5', percent, Number.NaN],
    ['abc', uses, Number.NaN],
    ['', uses, 1],
    ['0', uses, 1],
    ['2.9', uses, 2],
    ['999999', uses, 999_999],
  ])('settles %j within %j to %j', (text, bounds, expected) => {
    expect(settleNumber(text, bounds)).toBe(expected)
  })
})
