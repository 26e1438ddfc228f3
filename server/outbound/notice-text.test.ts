import { describe, expect, it } from 'vitest'
import { fillNotice } from './notice-text.ts'

const values = { stage_name: 'A & B', project_id: 'AURA', website_url: '' }

describe('a notice template', () => {
  it.each([
    ['{project_id}: {stage_name}', 'AURA: A &amp; B', 'AURA: A & B'],
    ['<b>{project_id}</b>', '<b>AURA</b>', 'AURA'],
    ['<a href="{website_url}">x</a>', '<a href="">x</a>', 'x'],
    ['{unknown} {constructor} { project_id }', '{unknown} {constructor} { project_id }', undefined],
    ['1 &lt; 2', '1 &lt; 2', '1 < 2'],
  ])('%s', (template, html, plain = html) => {
    expect(fillNotice(template, values, 4096)).toEqual({ html, plain })
  })

  it('keeps text of exactly the maximum length, without counting markup', () => {
    const text = `<b>${'x'.repeat(1024)}</b>`
    expect(fillNotice(text, values, 1024).html).toBe(text)
  })

  it('cuts longer text between characters and removes the markup', () => {
    const { html, plain } = fillNotice(`<b>${'x'.repeat(1022)}😀😀</b>`, values, 1024)
    expect(plain).toBe(`${'x'.repeat(1022)}…`)
    expect(html).toBe(plain)
  })

  it('replaces lone surrogates, which the chat would refuse', () => {
    expect(fillNotice('{project_id}', { project_id: 'a\uD800b' }, 4096).plain).toBe('a�b')
  })
})
