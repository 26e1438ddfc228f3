import { someAddress } from '#tests/support/server/builders.ts'
import { analytics, at, filter, RANGE, type Row } from './row-makers.ts'

/** The calls of bonus codes and their effects, channels, settlement and launches. */
export const campaignRows = {
  createBonusCode: {
    may: 'finance',
    kind: 'record',
    status: 201,
    make(scope, fixtures) {
      if (scope === 'mixed') return null
      return {
        method: 'POST',
        path: '/bonus-codes',
        body: {
          code: someAddress(),
          percentage: 5,
          project_id: at(scope, fixtures).project.id,
          tokens_come_from_stage_tokens: 0,
        },
      }
    },
  },
  disableBonusCode: {
    may: 'finance',
    kind: 'record',
    status: 200,
    async make(scope, fixtures) {
      const { project, child } = at(scope, fixtures)
      const code = scope === 'none' ? '999999' : await fixtures.freshCode(child.id)
      return { method: 'POST', path: `/bonus-codes/${project.id}/${code}/disable` }
    },
  },
  getCodeEffect: {
    may: 'finance',
    kind: 'record',
    status: 200,
    async make(scope, fixtures) {
      const { project, child } = at(scope, fixtures)
      const code = scope === 'none' ? '999999' : await fixtures.freshCode(child.id)
      return { method: 'GET', path: `/bonus-codes/${project.id}/${code}/effect` }
    },
  },
  listCodeWindows: analytics('finance', '/bonus-codes/windows'),
  listChannels: analytics('finance', '/channels/summary'),
  listChannelCountries: filter(
    'finance',
    '/channels/countries',
    `${RANGE}&utm_source=google&utm_medium=cpc`,
  ),
  getSettlement: analytics('finance', '/settlement/summary'),
  listStatements: filter('finance', '/settlement/statements'),
  saveStatement: {
    may: 'finance',
    kind: 'record',
    status: 201,
    make(scope, fixtures) {
      if (scope === 'mixed') return null
      const { project } = at(scope, fixtures)
      const body = {
        project_id: project.id,
        start_date: '2020-01-01T00:00:00Z',
        end_date: '2026-01-01T00:00:00Z',
        tz: 'Europe/Berlin',
      }
      return { method: 'POST', path: '/settlement/statements', body }
    },
  },
  listLaunches: filter('finance', '/launches'),
} satisfies Record<string, Row>
