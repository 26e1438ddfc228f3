import { proxy, subscribe } from 'valtio'
import { readStored, STORAGE_KEYS, writeStored } from './storage.ts'

/** The steps that set up a sale, in their order. */
export const SETUP_STEPS = ['project', 'team', 'saleTerms', 'stages', 'site', 'purchase'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

interface SetupGuide {
  isHidden: boolean
  skipped: SetupStep[]
  /** The project that is being connected; null before the first one. */
  project: string | null
}

function readGuide(): SetupGuide {
  const stored = readStored(STORAGE_KEYS.setupGuide)
  const values: { isHidden?: unknown; skipped?: unknown; project?: unknown } =
    typeof stored === 'object' && stored !== null ? stored : {}
  const { isHidden, skipped, project } = values
  return {
    isHidden: isHidden === true,
    skipped: SETUP_STEPS.filter((step) => Array.isArray(skipped) && skipped.includes(step)),
    project: typeof project === 'string' ? project : null,
  }
}

/** How this device shows the guide of Home. */
export const setupGuide = proxy(readGuide())

subscribe(setupGuide, () => writeStored(STORAGE_KEYS.setupGuide, setupGuide))

/**
 * Whether the open guide is on screen, or Home does not know it yet. Then nothing less important may
 * stand above it.
 */
export const openGuide = proxy({ isExpected: false })

export function hideGuide(isHidden: boolean): void {
  setupGuide.isHidden = isHidden
}

export function skipStep(step: SetupStep): void {
  if (!setupGuide.skipped.includes(step)) setupGuide.skipped.push(step)
}

/** Opens a skipped step again. */
export function resumeStep(step: SetupStep): void {
  setupGuide.skipped = setupGuide.skipped.filter((one) => one !== step)
}

/** The guide goes on with this project. */
export function chooseProject(project: string): void {
  setupGuide.project = project
}
