import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { graphQuerySchema } from './analytics.ts'
import { passwordChangeSchema } from './account.ts'
import { bonusCodeCreateSchema } from './bonus-codes.ts'
import { type Call } from './call.ts'
import { calls } from './calls.ts'
import { leadExportQuerySchema } from './leads.ts'
import { perProject } from './primitives.ts'
import { isHttpUrl } from './http-url.ts'
import { projectUpdateSchema } from './project-settings.ts'
import { manualTransactionCreateSchema } from './manual-transactions.ts'
import { walletListQuerySchema, walletUpdateSchema } from './wallets.ts'

function faults(schema: z.core.$ZodType, value: unknown): string[] {
  const result = z.safeParse(schema, value)
  return result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
}

function readProjects(query: object): string[] {
  return z.parse(graphQuerySchema, query).projects
}

describe('query params', () => {
  const range = { start_date: '2026-11-01T00:00:00.000Z', end_date: '2026-11-02T00:00:00.000Z' }

  it('reads projects that are repeated, single or not there at all', () => {
    expect(readProjects({ ...range, projects: ['AURA', 'HELIX'] })).toEqual(['AURA', 'HELIX'])
    expect(readProjects({ ...range, projects: 'AURA' })).toEqual(['AURA'])
    expect(readProjects(range)).toEqual([])
  })

  it('refuses a reversed range and an offset that no place on earth has', () => {
    expect(
      faults(graphQuerySchema, { ...range, end_date: '2026-10-01T00:00:00.000Z', projects: [] }),
    ).toEqual(['end_date: Must not be before start_date'])
    for (const timezone of ['+05:45', '-03:30', '+14:00'])
      expect(faults(graphQuerySchema, { ...range, timezone })).toEqual([])
    for (const timezone of ['+15:00', '02:00', '+2:00', '+02:60', ''])
      expect(faults(graphQuerySchema, { ...range, timezone })).toHaveLength(1)
  })

  it('pages from 1 in steps of at most 100 and refuses anything that is not plain digits', () => {
    expect(z.parse(walletListQuerySchema, {})).toMatchObject({ page: 1, limit: 20, projects: [] })
    expect(z.parse(walletListQuerySchema, { page: '7', limit: '100' })).toMatchObject({
      page: 7,
      limit: 100,
    })
    for (const limit of ['0', '101', '1e1', 'NaN', '-1', '', ' 5'])
      expect(faults(walletListQuerySchema, { limit })).not.toEqual([])
  })

  it('exports known fields, each once, in the asked order', () => {
    expect(z.parse(leadExportQuerySchema, { fields: ['mobile', 'email'] }).fields).toEqual([
      'mobile',
      'email',
    ])
    for (const fields of [undefined, [], 'password', ['email', 'email']])
      expect(faults(leadExportQuerySchema, { fields })).not.toEqual([])
  })
})

describe('bodies', () => {
  it('takes token amounts as decimal strings only', () => {
    for (const tokens of ['0', '1', '1000000000000000000000'.slice(0, 20), '0.000000000000000001'])
      expect(faults(manualTransactionCreateSchema, { reason: 'Goodwill', tokens })).toEqual([])
    for (const tokens of [
      1,
      '1e21',
      '0x10',
      '',
      ' ',
      '-1',
      '.5',
      '1.',
      '0.0000000000000000001',
      ['1'],
    ])
      expect(faults(manualTransactionCreateSchema, { reason: 'Goodwill', tokens })).toHaveLength(1)
  })

  it('changes exactly one wallet override and clears it with null', () => {
    expect(faults(walletUpdateSchema, { referral_payout_percentage: null })).toEqual([])
    expect(faults(walletUpdateSchema, { referral_payout_percentage: 101 })).toEqual([
      'referral_payout_percentage: Must be less than or equal to 100',
    ])
    expect(faults(walletUpdateSchema, {})).toHaveLength(1)
    expect(
      faults(walletUpdateSchema, { min_referral_spend: 1, referral_payout_percentage: 2 }),
    ).toHaveLength(1)
  })

  it('refuses settings that nobody may change and a masked key', () => {
    expect(faults(projectUpdateSchema, { income_wallet_address: '0x' })).toHaveLength(1)
    expect(faults(projectUpdateSchema, { staking_rewards_active: 1 })).toEqual([
      'staking_rewards_active: Staking rewards can only be disabled',
    ])
    expect(faults(projectUpdateSchema, { brevo_api_key: '••••abcd' })).toHaveLength(1)
    expect(faults(projectUpdateSchema, { brevo_api_key: null })).toEqual([])
  })

  it('wants both dates of a bonus code or none, in order', () => {
    const code = {
      code: 'SPRING',
      percentage: 10,
      project_id: 'AURA',
      tokens_come_from_stage_tokens: 0,
    }
    expect(faults(bonusCodeCreateSchema, code)).toEqual([])
    expect(faults(bonusCodeCreateSchema, { ...code, start_date: '2026-11-01T00:00:00Z' })).toEqual([
      'end_date: End date is required when start date is provided',
    ])
    expect(faults(bonusCodeCreateSchema, { ...code, end_date: '2026-11-01T00:00:00Z' })).toEqual([
      'start_date: Start date is required when end date is provided',
    ])
    expect(
      faults(bonusCodeCreateSchema, {
        ...code,
        start_date: '2026-11-02T00:00:00Z',
        end_date: '2026-11-01T00:00:00Z',
      }),
    ).toEqual(['start_date: Start date must be before end date'])
    expect(faults(bonusCodeCreateSchema, { ...code, code: ' ' })).toEqual([
      'code: Code must be set',
    ])
    expect(faults(bonusCodeCreateSchema, { ...code, percentage: 1000.1 })).toHaveLength(1)
  })

  it('counts the characters of a password as people do', () => {
    const body = { old_password: 'x' }
    for (const [count, found] of [
      [128, 0],
      [129, 1],
    ] as const)
      for (const one of ['x', '🔑'])
        expect(
          faults(passwordChangeSchema, { ...body, new_password: one.repeat(count) }),
        ).toHaveLength(found)
  })

  it('tells web addresses from what only looks like one', () => {
    for (const url of [
      'https://aura.example',
      'http://aura.example/a?b=c#d',
      'https://bücher.example/',
    ])
      expect([url, isHttpUrl(url)]).toEqual([url, true])
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      'https:evil.example',
      'https:///evil.example',
      'https://user@evil.example',
      'ht\ttps://evil.example',
      'https://a.example/ b',
      'https://a.example/\0b',
      'https://a.example/\u007f',
      'aura.example',
      '',
    ])
      expect([url, isHttpUrl(url)]).toEqual([url, false])
  })
})

describe('answers per project', () => {
  const schema = perProject(z.array(z.number()))

  it('hold the rows of a project that is named like a part of every object', () => {
    const answer = z.safeParse(schema, { toString: [1], AURA: [2] }).data ?? {}
    expect(Object.entries(answer)).toEqual([
      ['toString', [1]],
      ['AURA', [2]],
    ])
  })

  it('are checked for such a project too', () => {
    expect(faults(schema, { AURA: [1], toString: ['x'] })).toEqual([
      expect.stringMatching(/^toString\.0: Invalid input/),
    ])
  })
})

describe('the table of calls', () => {
  it('names each method and path once', () => {
    const names = Object.values(calls).map((call) => `${call.method} ${call.path}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it('can be written down as JSON Schema', () => {
    const schemas = Object.values(calls).flatMap((call: Call) =>
      [call.query, call.body, call.response].filter(
        (schema) => typeof schema === 'object' && schema !== null,
      ),
    )
    const kinds = schemas.map((schema) => typeof z.toJSONSchema(schema, { io: 'output' }))
    expect(new Set(kinds)).toEqual(new Set(['object']))
  })
})
