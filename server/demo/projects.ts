/** A project of the demo data. */
export interface DemoProject {
  id: string
  ageDays: number
  wallets: number
  purchases: number
  stages: number
  /** USD of one token in the first stage */
  firstPrice: number
  hasBanners: boolean
  hasStaking: boolean
  /** percentage of a purchase that is paid to its referrer */
  payoutPercentage: number
  colours: readonly [dark: string, bright: string]
  /** Null: nothing is planned, and a plan is proposed of what was sold. */
  plan: DemoPlan | null
}

/** What is special about the stages of a project. Stages that have ended are sold out or nearly so. */
interface DemoPlan {
  /** A stage follows the current one. */
  hasNext: boolean
  hasSoftCap: boolean
  hasHardCap: boolean
  countsBonuses: boolean
  isPublic: boolean
  /** The current stage has a supply. */
  hasSupply: boolean
  /**
   * One stage was sold beyond its supply, one under two names; the site changed to the current one early and
   * to its price late, and the team bought before.
   */
  isImprecise: boolean
}

const PLAIN: DemoPlan = {
  hasNext: false,
  hasSoftCap: false,
  hasHardCap: false,
  countsBonuses: false,
  isPublic: false,
  hasSupply: true,
  isImprecise: false,
}

export const DEMO_PROJECTS: readonly DemoProject[] = [
  {
    id: 'AURA',
    ageDays: 548,
    wallets: 9600,
    purchases: 24_000,
    stages: 12,
    firstPrice: 0.01,
    hasBanners: true,
    hasStaking: true,
    payoutPercentage: 10,
    colours: ['#0c211e', '#2ebfa5'],
    plan: {
      ...PLAIN,
      hasNext: true,
      hasSoftCap: true,
      hasHardCap: true,
      isPublic: true,
      isImprecise: true,
    },
  },
  {
    id: 'HELIX',
    ageDays: 452,
    wallets: 6600,
    purchases: 16_000,
    stages: 9,
    firstPrice: 0.024,
    hasBanners: true,
    hasStaking: true,
    payoutPercentage: 8,
    colours: ['#0d1a2f', '#4f7de0'],
    plan: PLAIN,
  },
  {
    id: 'NOVA',
    ageDays: 330,
    wallets: 4400,
    purchases: 10_000,
    stages: 7,
    firstPrice: 0.06,
    hasBanners: true,
    hasStaking: false,
    payoutPercentage: 12,
    colours: ['#2a2110', '#ebc766'],
    plan: null,
  },
  {
    id: 'ORBIT',
    ageDays: 214,
    wallets: 2800,
    purchases: 6500,
    stages: 5,
    firstPrice: 0.15,
    hasBanners: true,
    hasStaking: true,
    payoutPercentage: 10,
    colours: ['#2b1216', '#e8616d'],
    plan: { ...PLAIN, hasHardCap: true, hasSupply: false },
  },
  {
    id: 'PYXIS',
    ageDays: 73,
    wallets: 1600,
    purchases: 3500,
    stages: 2,
    firstPrice: 0.004,
    hasBanners: false,
    hasStaking: false,
    payoutPercentage: 5,
    colours: ['#1d1830', '#c9b8f5'],
    plan: { ...PLAIN, hasNext: true, hasHardCap: true, countsBonuses: true },
  },
]
