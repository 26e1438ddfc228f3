import { filter, total } from './row-makers.ts'

/** Lists, with their totals and their CSVs. */
export const listRows = {
  listProjects: filter('everybody', '/projects'),
  listNotices: filter('everybody', '/notices'),
  sumTransactions: total('finance', '/transactions/total'),
  exportTransactions: filter('finance', '/transactions/csv'),
  sumWallets: total('finance', '/wallets/total'),
  exportWallets: filter('finance', '/wallets/csv'),
  sumManualTransactions: total('finance', '/manual-transactions/total'),
  exportManualTransactions: filter('finance', '/manual-transactions/csv'),
  sumBonusCodes: total('finance', '/bonus-codes/total'),
  exportBonusCodes: filter('finance', '/bonus-codes/csv'),
  listBonusCodes: filter('finance', '/bonus-codes'),
  listLeads: filter('everybody', '/leads'),
  exportLeads: filter('everybody', '/leads/csv', 'fields=email'),
  sumLeads: total('everybody', '/leads/total'),
}
