import { describe, expect, it, test } from 'vitest'
import { cleanSearchText, recogniseSearch } from './recognise-search.ts'

const ADDRESS = '0x4c91e07bd3a85f26c0de1974b35a682f9d07e1b4'
const OTHER = '0xd204a6e1b7f0935c8a2e4d6f1b3c5a7e9d0f37b8'
const HASH = `0x8e41c0a7d95b23f6${'0a1b2c3d'.repeat(4)}74ee19d0b2c35a68`

describe('What a pasted text is recognised as', () => {
  test.each([
    ['an address', ADDRESS, 'address', ADDRESS],
    ['a hash', HASH, 'hash', HASH],
    ['blanks around it', `  ${ADDRESS}\n`, 'address', ADDRESS],
    ['quotes around it', `“${ADDRESS}”`, 'address', ADDRESS],
    ['backticks and a comma', `\`${HASH}\`,`, 'hash', HASH],
    [
      'invisible characters inside',
      `0x\u200b${ADDRESS.slice(2, 20)}\u2060${ADDRESS.slice(20)}\ufeff`,
      'address',
      ADDRESS,
    ],
    [
      'full-width digits',
      ADDRESS.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
      'address',
      ADDRESS,
    ],
    ['an upper-case prefix', `0X${ADDRESS.slice(2)}`, 'address', ADDRESS],
    [
      'upper-case digits stay as they are',
      `0x${ADDRESS.slice(2).toUpperCase()}`,
      'address',
      `0x${ADDRESS.slice(2).toUpperCase()}`,
    ],
    [
      'groups of four digits',
      `0x ${ADDRESS.slice(2).replace(/(.{4})/g, '$1 ')}`,
      'address',
      ADDRESS,
    ],
    [
      'an explorer’s page of a wallet',
      `https://etherscan.io/address/${ADDRESS}#tokentxns`,
      'address',
      ADDRESS,
    ],
    ['an explorer’s page of a purchase', `https://bscscan.com/tx/${HASH}?x=1`, 'hash', HASH],
    [
      'a purchase with a wallet in its link',
      `https://x.example/address/${ADDRESS}/tx/${HASH}`,
      'hash',
      HASH,
    ],
    [
      'the holder of a token',
      `https://etherscan.io/token/${OTHER}?a=${ADDRESS}`,
      'address',
      ADDRESS,
    ],
    ['a sentence', `my wallet is ${ADDRESS}, please help`, 'address', ADDRESS],
    [
      'other characters in the form the server takes',
      `0x${'z'.repeat(40)}`,
      'address',
      `0x${'z'.repeat(40)}`,
    ],
    ['a digit too few', ADDRESS.slice(0, -1), 'text', ADDRESS.slice(0, -1)],
    ['a digit too many', `${ADDRESS}a`, 'text', `${ADDRESS}a`],
    ['a hash with a digit too many', `${HASH}0`, 'text', `${HASH}0`],
    ['no prefix', ADDRESS.slice(2), 'text', ADDRESS.slice(2)],
    ['an email address', ' lena@saleroom.example ', 'text', 'lena@saleroom.example'],
    ['an email link', 'mailto:lena@saleroom.example', 'text', 'lena@saleroom.example'],
    ['a code', '"LAUNCH15".', 'text', 'LAUNCH15'],
    ['per cent and underscore stay', '100%_x', 'text', '100%_x'],
    ['nothing', ' \u200b\n', 'nothing', ''],
    ['only quotes', '""', 'nothing', ''],
  ])('%s', (_name, text, is, q) => {
    expect(recogniseSearch(text)).toEqual({ is, q })
  })
})

it('keeps words apart by one blank', () => {
  expect(cleanSearchText('  launch\t\u3000 comparison ')).toBe('launch comparison')
})

it('searches for at most the 200 characters that the server takes', () => {
  expect(recogniseSearch('a'.repeat(5000)).q).toHaveLength(200)
})
