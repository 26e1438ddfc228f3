import type { CallName } from '#src/wire/calls.ts'
import { multipart } from '#tests/support/calls/multipart.ts'
import { someSubscription } from '#tests/support/calls/push-service.ts'
import { addProject, someAddress, someProjectId } from '#tests/support/server/builders.ts'
import { accountRows } from './account-rows.ts'
import { allocationRows } from './allocation-rows.ts'
import { approvalRows } from './approval-rows.ts'
import { campaignRows } from './campaign-rows.ts'
import { chainRows } from './chain-rows.ts'
import { correctionRows } from './corrections-rows.ts'
import { IMPORT_FILE, type Fixtures } from './fixtures.ts'
import { listRows } from './list-rows.ts'
import { noteRows, readingKeyRows } from './note-rows.ts'
import {
  alone,
  analytics,
  at,
  filter,
  ofCaller,
  onDevice,
  onImport,
  onKey,
  onMember,
  onProject,
  onWallet,
  open,
  type Row,
} from './row-makers.ts'
import { stageRows } from './stage-rows.ts'

const bannerForm = ({ desktop, mobile }: Fixtures) =>
  multipart({ name: 'desktop_banner', file: desktop }, { name: 'mobile_banner', file: mobile })

/** Every call of the contract, with who may make it and its request for each scope. */
export const rows: Record<CallName, Row> = {
  addVitals: alone('POST', '/vitals', 204, {
    page: '/',
    device: 'phone',
    metrics: [{ name: 'INP', value: 1 }],
  }),
  listFeatures: alone('GET', '/features', 200),
  getHealth: open('GET', '/health', 200),
  getReady: open('GET', '/ready', 200),
  login: open('POST', '/auth/login', 401, { email: 'no@body.example', password: 'wrong-one' }),
  refreshTokens: open('POST', '/auth/refresh-tokens', 401, { refresh_token: 'none' }),
  logout: open('POST', '/auth/logout', 204, { refresh_token: 'none' }),
  resetPassword: open('POST', '/auth/reset-password', 400, {
    token: 'none',
    new_password: 'a better secret',
  }),
  verifyEmail: open('POST', '/auth/verify-email?token=none', 400),
  changePassword: {
    may: 'restricted',
    kind: 'none',
    status: 400,
    make: (scope) =>
      scope === 'none'
        ? {
            method: 'POST',
            path: '/auth/change-password',
            body: { old_password: 'wrong-one', new_password: 'another one' },
          }
        : null,
  },
  sendVerificationEmail: {
    may: 'restricted',
    kind: 'none',
    status: 204,
    make: (scope) =>
      scope === 'none'
        ? { method: 'POST', path: '/auth/send-verification-email', body: { email: 'a@b.example' } }
        : null,
  },
  getUser: {
    may: 'restricted',
    kind: 'record',
    status: 200,
    make(scope, { actors, stranger }, actor) {
      const ids = { own: actors[actor]?.user.id ?? 1, foreign: stranger.user.id, none: 999_999 }
      return scope === 'mixed' ? null : { method: 'GET', path: `/users/${ids[scope]}` }
    },
  },

  listProjectNames: {
    may: 'everybody',
    kind: 'filter',
    status: 200,
    make: (scope) => (scope === 'own' ? { method: 'GET', path: '/projects/names' } : null),
  },
  listProjectAccess: {
    may: 'everybody',
    kind: 'filter',
    status: 200,
    make: (scope) => (scope === 'own' ? { method: 'GET', path: '/projects/access' } : null),
  },
  updateProject: onProject(
    'everybody',
    'PATCH',
    (id) => `/projects/${id}`,
    200,
    () => ({
      body: { forward_leads_to_brevo: 0 },
    }),
  ),
  createProject: {
    may: 'admin',
    kind: 'none',
    status: 201,
    make: (scope) =>
      scope === 'none'
        ? { method: 'POST', path: '/projects', body: { id: someProjectId() } }
        : null,
  },
  listArchivedProjects: {
    may: 'admin',
    kind: 'none',
    status: 200,
    make: (scope) => (scope === 'none' ? { method: 'GET', path: '/projects/archived' } : null),
  },
  // A project of its own: the others are needed.
  archiveProject: {
    may: 'admin',
    kind: 'record',
    status: 204,
    async make(scope, { t }) {
      const id = scope === 'none' ? 'ABSENT' : (await addProject(t.db)).id
      return scope === 'mixed' ? null : { method: 'POST', path: `/projects/${id}/archive` }
    },
  },
  removeTestWallet: onProject('admin', 'DELETE', (id) => `/projects/${id}/test-wallet`, 404),
  restoreProject: onProject('admin', 'POST', (id) => `/projects/${id}/restore`, 204),
  getProjectTerms: onProject('admin', 'GET', (id) => `/projects/${id}/terms`, 200),
  updateProjectTerms: onProject(
    'admin',
    'PATCH',
    (id) => `/projects/${id}/terms`,
    200,
    () => ({ body: { staking_apy: 12.5, reason: 'the new year' } }),
  ),
  getTelegramMedia: onProject('finance', 'GET', (id) => `/projects/${id}/telegram/media`, 200),
  replaceTelegramMedia: onProject(
    'finance',
    'PUT',
    (id) => `/projects/${id}/telegram/media`,
    200,
    ({ desktop }) => multipart({ name: 'telegram_notifications_media', file: desktop }),
  ),
  deleteTelegramMedia: onProject(
    'finance',
    'DELETE',
    (id) => `/projects/${id}/telegram/media`,
    204,
  ),
  testTelegram: onProject('finance', 'POST', (id) => `/projects/${id}/telegram/test`, 200),
  testBrevo: onProject('everybody', 'POST', (id) => `/projects/${id}/brevo/test`, 200),

  listTransactionRecords: analytics('finance', '/transactions/records'),
  getTransactionSummary: analytics('finance', '/transactions/summary'),
  listReferralRecords: analytics('finance', '/referrals'),
  getReferralSummary: analytics('finance', '/referrals/summary'),
  listRegistrationRecords: analytics('everybody', '/registrations'),
  getRegistrationSummary: analytics('everybody', '/registrations/summary'),
  getConversions: analytics('everybody', '/registrations/conversions'),
  listCountries: analytics('finance', '/countries/summary'),
  listCurrencies: analytics('finance', '/currencies/summary'),
  getDeposits: analytics('finance', '/deposits/summary'),
  listReferrers: analytics('finance', '/referrers/summary'),
  listUtmSources: analytics('finance', '/utm/summary'),
  listUtmPlus: analytics('finance', '/utm-plus/summary'),

  search: {
    may: 'everybody',
    kind: 'filter',
    status: 200,
    make(scope, { own, foreign }) {
      const projects = {
        own: [own.id],
        foreign: [foreign.id],
        mixed: [own.id, foreign.id],
        none: [],
      }
      return { method: 'POST', path: '/search', body: { q: 'lead@', projects: projects[scope] } }
    },
  },
  listTransactions: filter('finance', '/transactions'),
  getTransaction: {
    may: 'finance',
    kind: 'record',
    status: 200,
    make(scope, fixtures) {
      const { project, child } = at(scope, fixtures)
      const id = scope === 'none' ? '999999' : child.transactionId
      return { method: 'GET', path: `/transactions/${project.id}/${id}` }
    },
  },
  listTransactionFacets: filter('finance', '/transactions/facets'),
  listBonusTransactions: {
    may: 'finance',
    kind: 'record',
    status: 200,
    make(scope, { own, foreign }) {
      const ids = { own: own.transactionId, foreign: foreign.transactionId, none: '999999' }
      if (scope === 'mixed') return null
      return { method: 'GET', path: `/bonus-transactions?transaction_id=${ids[scope]}` }
    },
  },
  listManualTransactions: filter('finance', '/manual-transactions'),
  listWallets: filter('finance', '/wallets'),
  getWallet: onWallet('GET', ''),
  listTimeline: onWallet('GET', '/timeline'),
  updateWallet: {
    may: 'finance',
    kind: 'record',
    status: 200,
    make(scope, fixtures) {
      const { project, child } = at(scope, fixtures)
      const path = `/wallets/${project.id}/${child.wallet}`
      return { method: 'PATCH', path, body: { min_referral_spend: 5 } }
    },
  },
  createManualTransaction: {
    may: 'finance',
    kind: 'record',
    status: 201,
    make(scope, fixtures) {
      const { project, child } = at(scope, fixtures)
      const path = `/wallets/${project.id}/${child.wallet}/transactions/manual`
      return { method: 'POST', path, body: { reason: 'a good reason', tokens: '1.5' } }
    },
  },
  ...accountRows,
  ...allocationRows,
  ...approvalRows,
  ...campaignRows,
  ...chainRows,
  ...correctionRows,
  ...stageRows,
  ...noteRows,
  ...readingKeyRows,
  listSeoScripts: filter('everybody', '/seo-scripts'),
  updateSeoScript: onProject(
    'everybody',
    'POST',
    (id) => `/seo-scripts/${id}`,
    200,
    () => ({
      body: { header: '<meta name="a">', body: null },
    }),
  ),
  listenToChanges: filter('everybody', '/live'),
  listBanners: onProject('everybody', 'GET', (id) => `/banners/${id}`, 200),
  createBanner: onProject('everybody', 'POST', (id) => `/banners/${id}`, 201, bannerForm),
  reorderBanners: {
    may: 'everybody',
    kind: 'record',
    status: 200,
    async make(scope, fixtures) {
      const { project } = at(scope, fixtures)
      if (scope === 'mixed') return null
      const banners = await fixtures.t.db
        .selectFrom('banners')
        .select('id')
        .where('project_id', '=', project.id)
        .execute()
      const ordering = banners.map(({ id }) => String(id)).toReversed()
      return { method: 'PUT', path: `/banners/${project.id}/reorder`, body: { ordering } }
    },
  },
  deleteBanner: {
    may: 'everybody',
    kind: 'record',
    status: 204,
    async make(scope, fixtures) {
      const { project, child } = at(scope, fixtures)
      const banner = scope === 'none' ? '999999' : await fixtures.freshBanner(child.id)
      return { method: 'DELETE', path: `/banners/${project.id}/${banner}` }
    },
  },
  listAudit: filter('everybody', '/audit'),
  exportAudit: filter('everybody', '/audit/csv'),
  listTeam: {
    may: 'admin',
    kind: 'none',
    status: 200,
    make: (scope) => (scope === 'none' ? { method: 'GET', path: '/team' } : null),
  },
  inviteMember: {
    may: 'admin',
    kind: 'none',
    status: 201,
    make: (scope, { own }) =>
      scope === 'none'
        ? {
            method: 'POST',
            path: '/team',
            body: {
              email: `${someAddress()}@saleroom.example`,
              role: 'user',
              projects: [own.id],
            },
          }
        : null,
  },
  updateMember: onMember('PATCH', '', 200, { role: 'marketing', projects: ['OWN'], disabled: 0 }),
  resendInvitation: onMember('POST', '/invite', 200),
  withdrawInvitation: onMember('DELETE', '/invite', 204),
  endMemberSessions: onMember('POST', '/end-sessions', 204),
  // An ingest key is not an access token, and vice versa (server/routes/operations/ingest.test.ts).
  ingestEvents: { ...open('POST', '/ingest/OWN/events', 401, { events: [] }), may: 'ingest-key' },
  listIngestKeys: onProject('admin', 'GET', (id) => `/projects/${id}/keys`, 200),
  createIngestKey: onProject(
    'admin',
    'POST',
    (id) => `/projects/${id}/keys`,
    201,
    () => ({ body: { name: 'site' } }),
  ),
  rotateIngestKey: onKey('POST', '/rotate', 201),
  revokeIngestKey: onKey('DELETE', '', 204),
  listRefusals: onProject('admin', 'GET', (id) => `/projects/${id}/refusals`, 200),
  listImports: filter('admin', '/imports'),
  createImport: {
    may: 'admin',
    kind: 'record',
    status: 201,
    make(scope, fixtures) {
      if (scope === 'mixed') return null
      const { id: project_id } = at(scope, fixtures).project
      const body = { project_id, kind: 'lead', name: 'a.csv', size: 9, sha256: 'a'.repeat(64) }
      return { method: 'POST', path: '/imports', body }
    },
  },
  getImport: onImport('GET', '', 'uploaded'),
  putImportChunk: onImport('PUT', '/chunks/0', 'uploading', {
    body: IMPORT_FILE,
    headers: { 'content-type': 'application/octet-stream' },
  }),
  checkImport: onImport('POST', '/check', 'uploaded', {
    body: { columns: ['email', 'occurred_at'] },
  }),
  runImport: onImport('POST', '/run', 'checked'),
  cancelImport: onImport('POST', '/cancel', 'uploaded'),
  resumeImport: onImport('POST', '/resume', 'cancelled'),
  getImportReport: onImport('GET', '/report', 'checked'),
  getAlerts: alone('GET', '/alerts', 200),
  saveAlerts: alone('PUT', '/alerts', 409, {
    version: 999,
    rules: [],
    settings: { tz: 'UTC', hide_amounts: 1, group: 1, declined: [] },
  }),
  // The kind that every role may have. The others are tested in server/routes/operations/alerts.test.ts.
  previewAlert: alone('POST', '/alerts/preview', 200, {
    kind: 'new_device',
    project_id: null,
    channels: [],
    enabled: 1,
  }),
  listFiredAlerts: alone('GET', '/alerts/log', 200),
  sendDigest: alone('POST', '/alerts/digest', 204),
  ...listRows,
  retryNotice: {
    may: 'everybody',
    kind: 'record',
    status: 200,
    async make(scope, fixtures) {
      if (scope === 'mixed') return null
      const { project } = at(scope, fixtures)
      const notice = scope === 'none' ? '999999' : await fixtures.freshNotice(project.id)
      return { method: 'POST', path: `/notices/${notice}/retry` }
    },
  },
  getPushKey: alone('GET', '/push/key', 200),
  listPushDevices: alone('GET', '/push/devices', 200),
  savePushDevice: ofCaller('PUT', '/push/devices', () => ({
    body: { ...someSubscription(), name: 'Phone' },
  })),
  deletePushDevice: onDevice('DELETE', '', 204),
  testPushDevice: onDevice('POST', '/test', 200),
}

// The type of the rows has all calls and no other.
export const NAMES = Object.keys(rows) as CallName[]
