import { SETUP_STEPS, type SetupStep } from '#src/state/setup-guide.ts'

/** What the guide knows of the sale. */
export interface SetupFacts {
  projectCount: number
  /** People with an account besides the user. */
  colleagueCount: number
  hasTerms: boolean
  /** Whether stages are planned; null for a server that plans none. */
  hasStages: boolean | null
  /** An event of the site has arrived, or a test of its key. */
  isConnected: boolean
  hasPurchases: boolean
}

export interface StepState {
  step: SetupStep
  /** The present step is the first that is neither done nor skipped. */
  is: 'done' | 'skipped' | 'present' | 'later'
}

/** The state of every step, in their order. */
export function setupProgress(facts: SetupFacts, skipped: readonly SetupStep[]): StepState[] {
  const isDone: Record<SetupStep, boolean> = {
    project: facts.projectCount > 0,
    team: facts.colleagueCount > 0,
    saleTerms: facts.hasTerms,
    stages: facts.hasStages === true,
    site: facts.isConnected,
    purchase: facts.hasPurchases,
  }
  let hasPresent = false
  const steps = SETUP_STEPS.filter((step) => step !== 'stages' || facts.hasStages !== null)
  return steps.map((step) => {
    if (isDone[step]) return { step, is: 'done' }
    if (skipped.includes(step)) return { step, is: 'skipped' }
    if (hasPresent) return { step, is: 'later' }
    hasPresent = true
    return { step, is: 'present' }
  })
}
