import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { AUDIT_ACTIONS, AUDIT_OBJECTS } from '#src/domain/people/audit-actions.ts'
import { readableObjects } from './audit-access.ts'

const folder = path.join(import.meta.dirname, '..')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join(folder, file), 'utf8'))
  .filter((text) => /\b(?:record(?:Audit)?|insertAudit|sendCsv)\(/.test(text))
  .join('\n')

test('every action that the server records is in the list, and the list has no other', () => {
  const literals = [...sources.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, action]) => action)
  // The verbs of keys are arguments of one function.
  const verbs = ['create', 'rotate', 'revoke'].map((verb) => `ingest_key.${verb}`)
  expect(sources).toContain('`ingest_key.${verb}`')
  const written = new Set([...literals, ...verbs])
  expect(AUDIT_ACTIONS.filter((action) => !written.has(action))).toEqual([])
  const actions = [
    ...sources.matchAll(/\baction: (?:\w+ \? )?'([^']+)'(?: : '([^']+)')?/g),
    ...sources.matchAll(/\brecord\([^']*?'([a-z_]+\.[a-z_]+)'/g),
  ].flatMap(([, first, second]) => [first, second].filter((one) => one !== undefined))
  expect(actions.length).toBeGreaterThan(25)
  const known = new Set<string>(AUDIT_ACTIONS)
  expect(actions.filter((action) => !known.has(action))).toEqual([])
})

test('every kind of record that the server records has its readers', () => {
  const written = [...sources.matchAll(/\bobject: '([a-z_]+)'/g)].map(([, object]) => object)
  expect([...new Set(written)].toSorted()).toEqual([...AUDIT_OBJECTS])
})

test('roles without finance read no entries about wallets, credits and codes', () => {
  const finance = [
    'allocation_list',
    'approval',
    'bonus_code',
    'chain',
    'chain_payment',
    'manual_transaction',
    'stages',
    'statement',
    'transaction',
    'wallet',
  ]
  const admins = ['import', 'ingest_key', 'reading_key', 'security_policy']
  expect(readableObjects('admin')).toEqual([...AUDIT_OBJECTS])
  for (const role of ['user', 'client'])
    expect(AUDIT_OBJECTS.filter((one) => !readableObjects(role).includes(one))).toEqual(admins)
  for (const role of ['marketing', 'some_new_role'])
    expect(AUDIT_OBJECTS.filter((one) => !readableObjects(role).includes(one))).toEqual(
      [...finance, ...admins].toSorted(),
    )
})
