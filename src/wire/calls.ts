import type * as z from 'zod/mini'
import * as analytics from './analytics.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as banners from './banners.ts'
import * as bonusCodes from './bonus-codes.ts'
import { healthSchema } from './health.ts'
import * as ingest from './ingest.ts'
import * as leads from './leads.ts'
import * as notices from './notices.ts'
import * as projects from './projects.ts'
import * as seoScripts from './seo-scripts.ts'
import * as transactions from './transactions.ts'
import * as users from './users.ts'
import * as wallets from './wallets.ts'

type Schema = z.core.$ZodType

/** One call of `/v1`: what the server validates and answers, and what the OpenAPI page says. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under `/v1`, with `:param` segments. */
  path: string
  summary: string
  /**
   * `open`: no token. `restricted`: a token, also while the email is unverified or the password
   * must change. `signed-in`: a token of a user in good standing. `ingest-key`: a project's key for
   * sending events, which nothing else takes.
   */
  access: 'open' | 'restricted' | 'signed-in' | 'ingest-key'
  /** `finance`: admin, user and client only. */
  roles: 'any' | 'finance' | 'admin'
  params?: Schema
  query?: Schema
  /** A JSON body, or `multipart`: a form with files. */
  body?: Schema | 'multipart'
  /** A JSON answer; null: no body; else the media type of raw bytes or text. */
  answer: Schema | null | 'text/csv' | 'application/octet-stream'
  status: 200 | 201 | 204
  /** Takes an `Idempotency-Key`. */
  idempotent?: true
}

const graph = { access: 'signed-in', method: 'GET', status: 200 } as const
const list = { access: 'signed-in', method: 'GET', status: 200 } as const

/** Every call of the contract by its operation id: routes, tests and OpenAPI are made from this. */
export const calls = {
  getHealth: {
    method: 'GET',
    path: '/health',
    summary: 'Whether the server is up',
    access: 'open',
    roles: 'any',
    answer: healthSchema,
    status: 200,
  },

  login: {
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in',
    access: 'open',
    roles: 'any',
    body: auth.loginSchema,
    answer: auth.loginAnswerSchema,
    status: 200,
  },
  refreshTokens: {
    method: 'POST',
    path: '/auth/refresh-tokens',
    summary: 'Spend a refresh token for new tokens',
    access: 'open',
    roles: 'any',
    body: auth.refreshSchema,
    answer: auth.tokensSchema,
    status: 200,
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session of a refresh token',
    access: 'open',
    roles: 'any',
    body: auth.logoutSchema,
    answer: null,
    status: 204,
  },
  changePassword: {
    method: 'POST',
    path: '/auth/change-password',
    summary: 'Change the password; other sessions end',
    access: 'restricted',
    roles: 'any',
    body: auth.passwordChangeSchema,
    answer: null,
    status: 204,
  },
  sendVerificationEmail: {
    method: 'POST',
    path: '/auth/send-verification-email',
    summary: 'Mail a verification link to the signed-in user',
    access: 'restricted',
    roles: 'any',
    body: auth.verificationEmailSchema,
    answer: null,
    status: 204,
  },
  verifyEmail: {
    method: 'POST',
    path: '/auth/verify-email',
    summary: 'Verify an email address by its mailed token',
    access: 'open',
    roles: 'any',
    query: auth.verifyEmailQuerySchema,
    answer: null,
    status: 204,
  },
  getUser: {
    method: 'GET',
    path: '/users/:id',
    summary: 'A user: oneself, or anybody for an admin',
    access: 'restricted',
    roles: 'any',
    params: users.userParamsSchema,
    answer: users.userSchema,
    status: 200,
  },

  listProjectNames: {
    ...list,
    path: '/projects/names',
    summary: 'The projects the caller may see, by name',
    roles: 'any',
    answer: projects.projectNamesSchema,
  },
  listProjectAccess: {
    ...list,
    path: '/projects/access',
    summary: "The caller's memberships",
    roles: 'any',
    answer: projects.projectAccessSchema,
  },
  listProjects: {
    ...list,
    path: '/projects',
    summary: 'Projects with their settings',
    roles: 'any',
    query: projects.projectListQuerySchema,
    answer: projects.projectListSchema,
  },
  updateProject: {
    method: 'PATCH',
    path: '/projects/:id',
    summary: 'Change editable settings of a project',
    access: 'signed-in',
    roles: 'any',
    params: projects.projectParamsSchema,
    body: projects.projectUpdateSchema,
    answer: projects.projectSchema,
    status: 200,
  },
  getTelegramMedia: {
    ...list,
    path: '/projects/:id/telegram/media',
    summary: 'The media sent with chat notices',
    roles: 'finance',
    params: projects.projectParamsSchema,
    answer: 'application/octet-stream',
  },
  replaceTelegramMedia: {
    method: 'PUT',
    path: '/projects/:id/telegram/media',
    summary: 'Upload or replace the media sent with chat notices',
    access: 'signed-in',
    roles: 'finance',
    params: projects.projectParamsSchema,
    body: 'multipart',
    answer: projects.projectSchema,
    status: 200,
  },
  deleteTelegramMedia: {
    method: 'DELETE',
    path: '/projects/:id/telegram/media',
    summary: 'Delete the media sent with chat notices',
    access: 'signed-in',
    roles: 'finance',
    params: projects.projectParamsSchema,
    answer: null,
    status: 204,
  },
  testBrevo: {
    method: 'POST',
    path: '/projects/:id/brevo/test',
    summary: 'Test the connection to the email list',
    access: 'signed-in',
    roles: 'any',
    params: projects.projectParamsSchema,
    answer: projects.brevoTestAnswerSchema,
    status: 200,
  },

  listTransactionRecords: {
    ...graph,
    path: '/transactions/records',
    summary: 'Purchases by time bucket',
    roles: 'finance',
    query: analytics.graphQuerySchema,
    answer: analytics.transactionRecordsSchema,
  },
  getTransactionSummary: {
    ...graph,
    path: '/transactions/summary',
    summary: 'Purchases in total',
    roles: 'finance',
    query: analytics.graphQuerySchema,
    answer: analytics.transactionSummarySchema,
  },
  listReferralRecords: {
    ...graph,
    path: '/referrals',
    summary: 'Referral payouts by time bucket',
    roles: 'finance',
    query: analytics.graphQuerySchema,
    answer: analytics.referralRecordsSchema,
  },
  getReferralSummary: {
    ...graph,
    path: '/referrals/summary',
    summary: 'Referral payouts in total',
    roles: 'finance',
    query: analytics.graphQuerySchema,
    answer: analytics.referralSummarySchema,
  },
  listRegistrationRecords: {
    ...graph,
    path: '/registrations',
    summary: 'Registered wallets by time bucket',
    roles: 'any',
    query: analytics.graphQuerySchema,
    answer: analytics.registrationRecordsSchema,
  },
  getRegistrationSummary: {
    ...graph,
    path: '/registrations/summary',
    summary: 'Registered wallets in total',
    roles: 'any',
    query: analytics.graphQuerySchema,
    answer: analytics.registrationSummarySchema,
  },
  getConversions: {
    ...graph,
    path: '/registrations/conversions',
    summary: 'Registered wallets that have purchased',
    roles: 'any',
    query: analytics.rangeQuerySchema,
    answer: analytics.conversionsSchema,
  },
  listCountries: {
    ...graph,
    path: '/countries/summary',
    summary: 'Purchases by country',
    roles: 'finance',
    query: analytics.rangeQuerySchema,
    answer: analytics.countriesSchema,
  },
  listCurrencies: {
    ...graph,
    path: '/currencies/summary',
    summary: 'Purchases by payment currency',
    roles: 'finance',
    query: analytics.rangeQuerySchema,
    answer: analytics.currenciesSchema,
  },
  getDeposits: {
    ...graph,
    path: '/deposits/summary',
    summary: "Purchases by their place in the wallet's history",
    roles: 'finance',
    query: analytics.rangeQuerySchema,
    answer: analytics.depositsSchema,
  },
  listReferrers: {
    ...graph,
    path: '/referrers/summary',
    summary: 'Purchases by referrer',
    roles: 'finance',
    query: analytics.rangeQuerySchema,
    answer: analytics.referrersSchema,
  },
  listUtmSources: {
    ...graph,
    path: '/utm/summary',
    summary: 'Purchases by UTM source',
    roles: 'finance',
    query: analytics.rangeQuerySchema,
    answer: analytics.utmSourcesSchema,
  },
  listUtmPlus: {
    ...graph,
    path: '/utm-plus/summary',
    summary: 'Purchases by UTM source, medium and country',
    roles: 'finance',
    query: analytics.rangeQuerySchema,
    answer: analytics.utmPlusSchema,
  },

  listTransactions: {
    ...list,
    path: '/transactions',
    summary: 'Purchases, newest first',
    roles: 'finance',
    query: transactions.transactionListQuerySchema,
    answer: transactions.transactionPageSchema,
  },
  listBonusTransactions: {
    ...list,
    path: '/bonus-transactions',
    summary: 'The bonus transactions of a purchase',
    roles: 'finance',
    query: transactions.bonusTransactionQuerySchema,
    answer: transactions.bonusTransactionListSchema,
  },
  listManualTransactions: {
    ...list,
    path: '/manual-transactions',
    summary: 'Manual credits, newest first',
    roles: 'finance',
    query: wallets.manualTransactionListQuerySchema,
    answer: wallets.manualTransactionPageSchema,
  },
  listWallets: {
    ...list,
    path: '/wallets',
    summary: 'Wallets, newest first',
    roles: 'finance',
    query: wallets.walletListQuerySchema,
    answer: wallets.walletPageSchema,
  },
  updateWallet: {
    method: 'PATCH',
    path: '/wallets/:project_id/:wallet_address',
    summary: 'Set or clear one referral override of a wallet',
    access: 'signed-in',
    roles: 'finance',
    params: wallets.walletParamsSchema,
    body: wallets.walletUpdateSchema,
    answer: wallets.walletSchema,
    status: 200,
  },
  createManualTransaction: {
    method: 'POST',
    path: '/wallets/:project_id/:wallet_address/transactions/manual',
    summary: 'Credit tokens to a wallet',
    access: 'signed-in',
    roles: 'finance',
    params: wallets.walletParamsSchema,
    body: wallets.manualTransactionCreateSchema,
    answer: wallets.manualTransactionSchema,
    status: 201,
    idempotent: true,
  },
  listBonusCodes: {
    ...list,
    path: '/bonus-codes',
    summary: 'Bonus codes, newest first',
    roles: 'finance',
    query: bonusCodes.bonusCodeListQuerySchema,
    answer: bonusCodes.bonusCodePageSchema,
  },
  createBonusCode: {
    method: 'POST',
    path: '/bonus-codes',
    summary: 'Create a bonus code',
    access: 'signed-in',
    roles: 'finance',
    body: bonusCodes.bonusCodeCreateSchema,
    answer: bonusCodes.bonusCodeSchema,
    status: 201,
    idempotent: true,
  },
  disableBonusCode: {
    method: 'POST',
    path: '/bonus-codes/:project_id/:id/disable',
    summary: 'Disable a bonus code for good',
    access: 'signed-in',
    roles: 'finance',
    params: bonusCodes.bonusCodeParamsSchema,
    answer: bonusCodes.bonusCodeSchema,
    status: 200,
  },
  listSeoScripts: {
    ...list,
    path: '/seo-scripts',
    summary: 'The scripts of projects',
    roles: 'any',
    query: seoScripts.seoScriptListQuerySchema,
    answer: seoScripts.seoScriptListSchema,
  },
  updateSeoScript: {
    method: 'POST',
    path: '/seo-scripts/:project_id',
    summary: 'Replace the scripts of a project',
    access: 'signed-in',
    roles: 'any',
    params: seoScripts.seoScriptParamsSchema,
    body: seoScripts.seoScriptUpdateSchema,
    answer: seoScripts.seoScriptSchema,
    status: 200,
  },
  listLeads: {
    ...list,
    path: '/leads',
    summary: 'Leads, newest first',
    roles: 'any',
    query: leads.leadListQuerySchema,
    answer: leads.leadPageSchema,
  },
  exportLeads: {
    ...list,
    path: '/leads/csv',
    summary: 'Leads as CSV',
    roles: 'any',
    query: leads.leadExportQuerySchema,
    answer: 'text/csv',
  },
  listBanners: {
    ...list,
    path: '/banners/:project_id',
    summary: 'The banners of a project in their order',
    roles: 'any',
    params: banners.bannersParamsSchema,
    answer: banners.bannerListSchema,
  },
  createBanner: {
    method: 'POST',
    path: '/banners/:project_id',
    summary: 'Add a banner as the last one',
    access: 'signed-in',
    roles: 'any',
    params: banners.bannersParamsSchema,
    body: 'multipart',
    answer: banners.bannerSchema,
    status: 201,
    idempotent: true,
  },
  reorderBanners: {
    method: 'PUT',
    path: '/banners/:project_id/reorder',
    summary: 'Set the order of all banners of a project',
    access: 'signed-in',
    roles: 'any',
    params: banners.bannersParamsSchema,
    body: banners.bannerReorderSchema,
    answer: banners.bannerListSchema,
    status: 200,
  },
  deleteBanner: {
    method: 'DELETE',
    path: '/banners/:project_id/:banner_id',
    summary: 'Delete a banner',
    access: 'signed-in',
    roles: 'any',
    params: banners.bannerParamsSchema,
    answer: null,
    status: 204,
  },
  listAudit: {
    ...list,
    path: '/audit',
    summary: 'Who changed what, newest first',
    roles: 'admin',
    query: audit.auditListQuerySchema,
    answer: audit.auditPageSchema,
  },

  listNotices: {
    ...list,
    path: '/notices',
    summary: 'Chat messages and forwarded leads that could not be sent, newest first',
    roles: 'any',
    query: notices.noticeListQuerySchema,
    answer: notices.noticeListSchema,
  },
  retryNotice: {
    method: 'POST',
    path: '/notices/:id/retry',
    summary: 'Send a notice that failed once more',
    access: 'signed-in',
    roles: 'any',
    params: notices.noticeParamsSchema,
    answer: notices.noticeSchema,
    status: 200,
  },
  ingestEvents: {
    method: 'POST',
    path: '/ingest/:project_id/events',
    summary: 'Send what happened in a sale; each event is judged alone',
    access: 'ingest-key',
    roles: 'any',
    params: ingest.ingestParamsSchema,
    body: ingest.ingestBodySchema,
    answer: ingest.ingestAnswerSchema,
    status: 200,
  },
} satisfies Record<string, Call>

export type CallName = keyof typeof calls
