import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeForgottenSale, rememberSale } from './last-sale.mjs'

let checkout: string
let data: string
let sale: string
beforeEach(() => {
  checkout = mkdtempSync(path.join(tmpdir(), 'saleroom-last-'))
  data = path.join(checkout, 'data')
  sale = path.join(checkout, 'sale')
  mkdirSync(sale)
})
afterEach(() => rmSync(checkout, { recursive: true }))

const serve = (fields: object) =>
  rememberSale({ isDemo: false, name: sale, folder: sale, ...fields }, data)
const forgotten = (environment = {}) => describeForgottenSale(environment, data)

test('a checkout that has only served demos remembers no sale', () => {
  expect(forgotten()).toBeNull()
  serve({ isDemo: true })
  expect(forgotten()).toBeNull()
})

test('a start without the settings of the last sale is refused, with their names', () => {
  serve({})
  expect(forgotten()).toContain(`SALEROOM_DATA=${sale}`)
  serve({ name: 'PostgreSQL sale on db.example', folder: null })
  expect(forgotten()).toMatch(/is in PostgreSQL sale on db\.example,[^]*Set DATABASE_URL/)
})

test('a demo in between does not make the checkout forget the sale', () => {
  serve({})
  serve({ isDemo: true, folder: data })
  expect(forgotten()).not.toBeNull()
})

test('a setting that names any database is enough', () => {
  serve({})
  expect(forgotten({ SALEROOM_DATA: './data' })).toBeNull()
  expect(forgotten({ DATABASE_URL: 'postgres://x' })).toBeNull()
  expect(forgotten({ SALEROOM_DATA: '' })).not.toBeNull()
})

test('a sale in the default folder needs no setting', () => {
  serve({ folder: data })
  expect(forgotten()).toBeNull()
})

test('a sale whose folder was deleted is forgotten', () => {
  serve({})
  rmSync(sale, { recursive: true })
  expect(forgotten()).toBeNull()
})
