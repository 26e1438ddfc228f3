import { accountCalls } from './account.ts'
import { alertCalls } from './alerts.ts'
import { allocationListCalls } from './allocation-lists.ts'
import { allocationCalls } from './allocations.ts'
import { analyticsCalls } from './analytics.ts'
import { approvalCalls } from './approvals.ts'
import { auditCalls } from './audit.ts'
import { authCalls } from './auth.ts'
import { bannerCalls } from './banners.ts'
import { bonusCodeCalls } from './bonus-codes.ts'
import { chainPaymentCalls } from './chain-payments.ts'
import { chainCalls } from './chains.ts'
import { channelCalls } from './channels.ts'
import { codeEffectCalls } from './code-effects.ts'
import { correctionCalls } from './corrections.ts'
import { factorCalls } from './factors.ts'
import { featureCalls } from './features.ts'
import { healthCalls } from './health.ts'
import { importCalls } from './imports.ts'
import { ingestKeyCalls } from './ingest-keys.ts'
import { ingestCalls } from './ingest.ts'
import { launchCalls } from './launches.ts'
import { leadCalls } from './leads.ts'
import { liveCalls } from './live.ts'
import { manualTransactionCalls } from './manual-transactions.ts'
import { noteCalls } from './notes.ts'
import { noticeCalls } from './notices.ts'
import { projectAdministrationCalls } from './project-administration.ts'
import { projectSettingsCalls } from './project-settings.ts'
import { projectTermsCalls } from './project-terms.ts'
import { projectCalls } from './projects.ts'
import { pushCalls } from './push.ts'
import { readingKeyCalls } from './reading-keys.ts'
import { searchCalls } from './search.ts'
import { secondFactorCalls } from './second-factors.ts'
import { seoScriptCalls } from './seo-scripts.ts'
import { sessionCalls } from './sessions.ts'
import { settlementCalls } from './settlement.ts'
import { stageCalls } from './stages.ts'
import { teamCalls } from './team.ts'
import { transactionDetailsCalls } from './transaction-details.ts'
import { transactionCalls } from './transactions.ts'
import { userCalls } from './users.ts'
import { vitalsCalls } from './vitals.ts'
import { walletDetailsCalls } from './wallet-details.ts'
import { walletCalls } from './wallets.ts'

/** Every call of the contract by its operation id, for the server's routes, its OpenAPI document and the tests. */
export const calls = {
  ...healthCalls,
  ...authCalls,
  ...secondFactorCalls,
  ...accountCalls,
  ...factorCalls,
  ...sessionCalls,
  ...userCalls,
  ...featureCalls,
  ...projectCalls,
  ...projectAdministrationCalls,
  ...projectSettingsCalls,
  ...projectTermsCalls,
  ...analyticsCalls,
  ...searchCalls,
  ...transactionCalls,
  ...transactionDetailsCalls,
  ...manualTransactionCalls,
  ...approvalCalls,
  ...correctionCalls,
  ...walletCalls,
  ...walletDetailsCalls,
  ...bonusCodeCalls,
  ...codeEffectCalls,
  ...channelCalls,
  ...settlementCalls,
  ...allocationCalls,
  ...allocationListCalls,
  ...chainPaymentCalls,
  ...chainCalls,
  ...stageCalls,
  ...launchCalls,
  ...seoScriptCalls,
  ...leadCalls,
  ...bannerCalls,
  ...auditCalls,
  ...noteCalls,
  ...noticeCalls,
  ...alertCalls,
  ...teamCalls,
  ...ingestCalls,
  ...ingestKeyCalls,
  ...readingKeyCalls,
  ...importCalls,
  ...liveCalls,
  ...vitalsCalls,
  ...pushCalls,
}

export type CallName = keyof typeof calls
