import type { CallName } from '#src/wire/calls.ts'

/** The calls that each scope of a reading key may make. Deliberately repeated here, independent of the calls. */
export const KEY_CALLS = {
  figures: [
    'listTransactionRecords',
    'getTransactionSummary',
    'listReferralRecords',
    'getReferralSummary',
    'listRegistrationRecords',
    'getRegistrationSummary',
    'getConversions',
    'listCountries',
    'listCurrencies',
    'getDeposits',
    'listReferrers',
    'listUtmSources',
    'listUtmPlus',
    'listChannels',
    'listChannelCountries',
    'getSettlement',
    'listStatements',
    'getStagePlan',
    'sumStages',
    'listLaunches',
  ],
  lists: [
    'listTransactions',
    'sumTransactions',
    'exportTransactions',
    'listBonusTransactions',
    'listManualTransactions',
    'sumManualTransactions',
    'exportManualTransactions',
    'listWallets',
    'sumWallets',
    'exportWallets',
    'getWallet',
    'listTimeline',
    'listBonusCodes',
    'sumBonusCodes',
    'exportBonusCodes',
    'getAllocationSummary',
    'listAllocations',
    'listAllocationLists',
    'getAllocationList',
    'exportAllocationList',
    'exportAllocationTree',
    'getAllocationProof',
    'getAllocationDifference',
    'exportAllocationDifference',
  ],
  leads: ['listLeads', 'sumLeads', 'exportLeads'],
} as const satisfies Record<string, readonly CallName[]>

/** Figures whose rows are no table. */
const NO_TABLES: readonly CallName[] = ['listStatements', 'getStagePlan']

/** Those whose rows are one table. */
export const TABLE_CALLS = KEY_CALLS.figures.filter((name) => !NO_TABLES.includes(name))
