import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { passwordChangeSchema } from './account.ts'
import { graphQuerySchema } from './analytics.ts'
import { bonusCodeCreateSchema } from './bonus-codes.ts'
import { type Call } from './call.ts'
import { calls } from './calls.ts'
import { isHttpUrl } from './http-url.ts'
import { leadExportQuerySchema } from './leads.ts'
import { manualTransactionCreateSchema } from './manual-transactions.ts'
import { perProject } from './primitives.ts'
import { projectUpdateSchema } from './project-settings.ts'
import { walletListQuerySchema, walletUpdateSchema } from './wallets.ts'

function issuesOf(schema: z.core.$ZodType, value: unknown): string[] {
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

  it('reads projects repeated, once or absent', () => {
    expect(readProjects({ ...range, projects: ['AURA', 'HELIX'] })).toEqual(['AURA', 'HELIX'])
    expect(readProjects({ ...range, projects: 'AURA' })).toEqual(['AURA'])
    expect(readProjects(range)).toEqual([])
  })

  it('refuses a reversed range and an impossible offset', () => {
    expect(
      issuesOf(graphQuerySchema, { ...range, end_date: '2026-10-01T00:00:00.000Z', projects: [] }),
    ).toEqual(['end_date: Must not be before start_date'])
    for (const timezone of ['+05:45', '-03:30', '+14:00'])
      expect(issuesOf(graphQuerySchema, { ...range, timezone })).toEqual([])
    for (const timezone of ['+15:00', '02:00', '+2:00', '+02:60', ''])
      expect(issuesOf(graphQuerySchema, { ...range, timezone })).toHaveLength(1)
  })

  it('pages from 1 with at most 100 rows, and refuses anything but digits', () => {
    expect(z.parse(walletListQuerySchema, {})).toMatchObject({ page: 1, limit: 20, projects: [] })
    expect(z.parse(walletListQuerySchema, { page: '7', limit: '100' })).toMatchObject({
      page: 7,
      limit: 100,
    })
    for (const limit of ['0', '101', '1e1', 'NaN', '-1', '', ' 5'])
      expect(issuesOf(walletListQuerySchema, { limit })).not.toEqual([])
  })

  it('exports known fields, each once, in the requested order', () => {
    expect(z.parse(leadExportQuerySchema, { fields: ['mobile', 'email'] }).fields).toEqual([
      'mobile',
      'email',
    ])
    for (const fields of [undefined, [], 'password', ['email', 'email']])
      expect(issuesOf(leadExportQuerySchema, { fields })).not.toEqual([])
  })
})

describe('bodies', () => {
  it('takes token amounts as decimal strings only', () => {
    for (const tokens of ['0', '1', '1000000000000000000000'.slice(0, 20), '0.000000000000000001'])
      expect(issuesOf(manualTransactionCreateSchema, { reason: 'Goodwill', tokens })).toEqual([])
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
      expect(issuesOf(manualTransactionCreateSchema, { reason: 'Goodwill', tokens })).toHaveLength(
        1,
      )
  })

  it('changes exactly one wallet override and clears it with null', () => {
    expect(issuesOf(walletUpdateSchema, { referral_payout_percentage: null })).toEqual([])
    expect(issuesOf(walletUpdateSchema, { referral_payout_percentage: 101 })).toEqual([
      'referral_payout_percentage: Must be less than or equal to 100',
    ])
    expect(issuesOf(walletUpdateSchema, {})).toHaveLength(1)
    expect(
      issuesOf(walletUpdateSchema, { min_referral_spend: 1, referral_payout_percentage: 2 }),
    ).toHaveLength(1)
  })

  it('refuses read-only settings and a masked key', () => {
    expect(issuesOf(projectUpdateSchema, { income_wallet_address: '0x' })).toHaveLength(1)
    expect(issuesOf(projectUpdateSchema, { staking_rewards_active: 1 })).toEqual([
      'staking_rewards_active: Staking rewards can only be disabled',
    ])
    expect(issuesOf(projectUpdateSchema, { brevo_api_key: '••••abcd' })).toHaveLength(1)
    expect(issuesOf(projectUpdateSchema, { brevo_api_key: null })).toEqual([])
  })

  it('requires both dates of a bonus code or neither, in order', () => {
    const code = {
      code: 'SPRING',
      percentage: 10,
      project_id: 'AURA',
      tokens_come_from_stage_tokens: 0,
    }
    expect(issuesOf(bonusCodeCreateSchema, code)).toEqual([])
    expect(
      issuesOf(bonusCodeCreateSchema, { ...code, start_date: '2026-11-01T00:00:00Z' }),
    ).toEqual(['end_date: End date is required when start date is provided'])
    expect(issuesOf(bonusCodeCreateSchema, { ...code, end_date: '2026-11-01T00:00:00Z' })).toEqual([
      'start_date: Start date is required when end date is provided',
    ])
    expect(
      issuesOf(bonusCodeCreateSchema, {
        ...code,
        start_date: '2026-11-02T00:00:00Z',
        end_date: '2026-11-01T00:00:00Z',
      }),
    ).toEqual(['start_date: Start date must be before end date'])
    expect(issuesOf(bonusCodeCreateSchema, { ...code, code: ' ' })).toEqual([
      'code: Code must be set',
    ])
    expect(issuesOf(bonusCodeCreateSchema, { ...code, percentage: 1000.1 })).toHaveLength(1)
  })

  it('counts an emoji in a password as one character', () => {
    const body = { old_password: 'x' }
    for (const [count, found] of [
      [128, 0],
      [129, 1],
    ] as const)
      for (const one of ['x', '🔑'])
        expect(
          issuesOf(passwordChangeSchema, { ...body, new_password: one.repeat(count) }),
        ).toHaveLength(found)
  })

  it('accepts only absolute http and https URLs', () => {
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

describe('responses by project', () => {
  const schema = perProject(z.array(z.number()))

  it('hold the rows of a project whose name is a property of every object', () => {
    const answer = z.safeParse(schema, { toString: [1], AURA: [2] }).data ?? {}
    expect(Object.entries(answer)).toEqual([
      ['toString', [1]],
      ['AURA', [2]],
    ])
  })

  it('are checked for such a project too', () => {
    expect(issuesOf(schema, { AURA: [1], toString: ['x'] })).toEqual([
      expect.stringMatching(/^toString\.0: Invalid input/),
    ])
  })
})

describe('the table of calls', () => {
  it('names each method and path once', () => {
    const names = Object.values(calls).map((call) => `${call.method} ${call.path}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it('converts to JSON Schema', () => {
    const schemas = Object.values(calls).flatMap((call: Call) =>
      [call.query, call.body, call.response].filter(
        (schema) => typeof schema === 'object' && schema !== null,
      ),
    )
    const kinds = schemas.map((schema) => typeof z.toJSONSchema(schema, { io: 'output' }))
    expect(new Set(kinds)).toEqual(new Set(['object']))
  })
})
