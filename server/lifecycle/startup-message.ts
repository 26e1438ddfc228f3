import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoAccount } from '#server/demo/accounts.ts'

/** The text after startup: demo accounts, database and URL. */
export function startupMessage({
  isDemo,
  url,
  database,
}: {
  isDemo: boolean
  url: string
  database: string
}): string {
  const accounts = isDemo
    ? ['', `Demo accounts, password ${DEMO_PASSWORD}:`, ...DEMO_ACCOUNTS.map(describeAccount)]
    : []
  return [...accounts, '', `Database: ${database}`, `Saleroom is ready: ${url}`].join('\n')
}

function describeAccount(account: DemoAccount): string {
  const { email, role, projects, isVerified, mustReset, isReadOnly } = account
  const access = role === 'admin' ? 'every project' : projects.join(', ')
  const requirements = [
    ...(isReadOnly ? ['can only look'] : []),
    ...(isVerified ? [] : ['email address not verified']),
    ...(mustReset ? ['must change the password'] : []),
  ]
  return `  ${email.padEnd(27)} ${[role, access, ...requirements].join('; ')}`
}
