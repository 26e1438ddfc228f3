/** The public password of all demo accounts. */
export const DEMO_PASSWORD = 'saleroom-demo'

export interface DemoAccount {
  email: string
  role: string
  projects: readonly string[]
  isVerified: boolean
  mustReset: boolean
  /** Whether they may look, but not change. */
  isReadOnly?: true
}

const good = { isVerified: true, mustReset: false }

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { email: 'admin@saleroom.example', role: 'admin', projects: [], ...good },
  { email: 'user@saleroom.example', role: 'user', projects: ['AURA', 'HELIX', 'NOVA'], ...good },
  { email: 'client@saleroom.example', role: 'client', projects: ['ORBIT'], ...good },
  { email: 'marketing@saleroom.example', role: 'marketing', projects: ['AURA', 'PYXIS'], ...good },
  {
    email: 'accountant@saleroom.example',
    role: 'client',
    projects: ['AURA', 'HELIX'],
    isReadOnly: true,
    ...good,
  },
  {
    email: 'new@saleroom.example',
    role: 'client',
    projects: ['PYXIS'],
    isVerified: false,
    mustReset: false,
  },
  {
    email: 'reset@saleroom.example',
    role: 'client',
    projects: ['NOVA'],
    isVerified: true,
    mustReset: true,
  },
]
