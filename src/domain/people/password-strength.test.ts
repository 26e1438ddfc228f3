import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', 0],
  ['1234567', 0],
  ['😀😀😀😀😀😀😀', 0],
  ['password', 1],
  ['P@ssw0rd2026!', 1],
  ['Saleroom99!!', 1],
  ['aaaaaaaaaaaaaaaaaaaa', 1],
  ['abcdefghijklmnop', 1],
  ['qwertyuiopasdfgh', 1],
  ['lantern lantern lantern', 1],
  ['20260814', 1],
  ['elephant', 1],
  ['lantern orchard', 2],
  ['lantern orchard kettle', 3],
  // Everybody guesses the capital at the start.
  ['Lantern Orchard Kettle', 3],
  ['lantern orchard kettle mosaic', 4],
  ['k7Qm2xHb9KtP', 4],
  ['яблоко стакан дерево облако', 4],
  ['x'.repeat(128), 1],
] as const)('%j fills %i bars', (password, score) => {
  expect(passwordStrength(password).score).toBe(score)
})

test('each step says what to do next', () => {
  const hints = [
    'short',
    'password',
    'lanterns',
    'lantern orchard',
    'lantern orchard kettle',
    'lantern orchard kettle mosaic',
  ].map((password) => passwordStrength(password).hint)
  expect(hints).toEqual([
    'Too short',
    'Weak. Many people use this one.',
    'Weak. Three or four random words are better.',
    'Fair. Add another word.',
    'Good. One more word makes it strong.',
    'Strong.',
  ])
})

test('a longer password is never weaker, word by word', () => {
  const words = ['granite', 'pillow', 'harbour', 'copper', 'violin', 'meadow']
  const scores = words.map((_, at) => passwordStrength(words.slice(0, at + 1).join('-')).score)
  expect(scores).toEqual(scores.toSorted((a, b) => a - b))
})
