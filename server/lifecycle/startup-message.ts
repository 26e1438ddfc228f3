import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoAccount } from '#server/demo/accounts.ts'

/** What a person who started the server wants to know: who can sign in, and where. */
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
    ? ['', `Demo accounts, password ${DEMO_PASSWORD}:`, ...DEMO_ACCOUNTS.map(lineOf)]
    : []
  return [...accounts, '', `Database: ${database}`, `Saleroom is ready: ${url}`].join('\n')
}

function lineOf({ email, role, projects, isVerified, mustReset }: DemoAccount): string {
  const sees = role === 'admin' ? 'every project' : projects.join(', ')
  const must = [
    ...(isVerified ? [] : ['email address not verified']),
    ...(mustReset ? ['must change the password'] : []),
  ]
  return `  ${email.padEnd(27)} ${[role, sees, ...must].join('; ')}`
}
