import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { exampleValues } from '#src/domain/text/message-placeholders.ts'
import { MessagePreview } from './MessagePreview.tsx'

const values = exampleValues({
  id: 'AURA',
  project_ticker: '<b>AUR</b>',
  website_url: 'https://aura.example',
  buy_url: 'https://aura.example/buy',
})

const show = (text: string) =>
  render(
    <MessagePreview
      projectId="AURA"
      colour="red"
      channel="@aura"
      text={text}
      values={values}
      media={null}
    />,
  ).container

test('a notice is rendered with the chat’s tags, and has no active links or scripts', () => {
  const shown = show(
    'New sale\n\n<b>{tokens_bought}</b> <i>for</i> <tg-spoiler>{wallet_address}</tg-spoiler>\n' +
      '<pre>{website_url}</pre><a href="javascript:hit()">Buy</a> {buy_url} {project_ticker}',
  )
  expect(shown.querySelector('b + b, p')).toBeNull()
  expect([...shown.querySelectorAll('i, pre')].map((tag) => tag.textContent)).toEqual([
    'for',
    'https://aura.example',
  ])
  expect(screen.getByText('377,500.00').tagName).toBe('B')
  expect(screen.getByText('0xd204a6e1…37b8').className).toContain('spoiler')
  expect(screen.getByText('Buy').className).toContain('link')
  expect(screen.getByText('https://aura.example/buy').className).toContain('link')
  expect(screen.getByText(/<b>AUR<\/b>/)).toBeDefined()
  expect(shown.querySelector('a, img, script')).toBeNull()
})

test('a text that the chat would reject is shown as plain text', () => {
  expect(show('<h1>Sold</h1>').textContent).toContain('<h1>Sold</h1>')
})
