import { startTransition, useEffect, useState } from 'react'

// A page loads in this order: what its first screen shows, its other figures that the device has, the
// first chart if it has one, its other figures, then what is opened later. Code of a later stage waits with
// `after`, so that it does not take the line or the processor from an earlier one.

/** A tab in the background gets no frames. */
const PAINT_LIMIT_MS = 1000
const FIGURES_LIMIT_MS = 10_000
const IDLE_LIMIT_MS = 2000

/**
 * - `shown`: a page is on screen for the first time: the loader has uncovered it, or there was none
 * - `kept`: the other figures of the page are shown if the device has them, or 10 s have passed; at once on
 *   a page without a chart
 * - `charts`: the first chart is drawn, or 10 s have passed; at once on a page without a chart
 * - `figures`: the other figures of the page are shown too, or 10 s have passed; at once on a page without
 *   a chart
 * - `idle`: after `charts` the browser is idle, or 2 s have passed
 */
export type Stage = 'shown' | 'kept' | 'charts' | 'figures' | 'idle'

let markShown: () => void
const shown = new Promise<void>((resolve) => {
  markShown = resolve
})
let markKept: () => void
const kept = new Promise<void>((resolve) => {
  markKept = resolve
})
let markCharts: () => void
const charts = new Promise<void>((resolve) => {
  markCharts = resolve
})
let markFigures: () => void
const figures = new Promise<void>((resolve) => {
  markFigures = resolve
})
let areChartsExpected = false
let idle: Promise<void> | undefined

/** Called once a page is shown: resolves `after('shown')` after the next frame. */
export function pageShown(): void {
  requestAnimationFrame(() => setTimeout(markShown))
  setTimeout(markShown, PAINT_LIMIT_MS)
}

/** Called before a page loads: on one with charts what comes later waits for the first one. */
export function expectCharts(areExpected: boolean): void {
  areChartsExpected = areExpected
}

/** Called once the kept figures of a page with charts are shown, and when it turns out to have none. */
export function keptShown(): void {
  requestAnimationFrame(() => setTimeout(markKept))
}

/** Called once a chart is drawn, and when the figures of a page turn out to have none. */
export function chartDrawn(): void {
  requestAnimationFrame(() => setTimeout(markCharts))
}

/** Called once the figures of a page with charts are all shown. */
export function figuresShown(): void {
  markFigures()
}

async function firstOf(stage: Promise<void>): Promise<void> {
  if (!areChartsExpected) return
  const limit = new Promise<void>((resolve) => setTimeout(resolve, FIGURES_LIMIT_MS))
  await Promise.race([stage, limit])
}

async function becomeIdle(): Promise<void> {
  await shown
  await firstOf(charts)
  await new Promise<void>((resolve) => void whenIdle(resolve, IDLE_LIMIT_MS))
}

/** Resolves when the stage is reached, at once if it was. */
export async function after(stage: Stage): Promise<void> {
  if (stage === 'shown') return shown
  if (stage === 'kept') return firstOf(kept)
  if (stage === 'charts') return firstOf(charts)
  if (stage === 'figures') return firstOf(figures)
  idle ??= becomeIdle()
  return idle
}

/** False until the stage is reached. */
export function useAfter(stage: Stage): boolean {
  const [isAfter, setAfter] = useState(false)
  useEffect(() => {
    let isMounted = true
    const wait = async () => {
      await after(stage)
      if (isMounted) startTransition(() => setAfter(true))
    }
    void wait()
    return () => {
      isMounted = false
    }
  }, [stage])
  return isAfter
}

/**
 * Runs `work` when the browser is idle, at the latest after `latestMs`. Returns a function that
 * cancels it.
 */
export function whenIdle(work: () => void, latestMs: number): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(work, { timeout: latestMs })
    return () => cancelIdleCallback(handle)
  }
  // Safari has no idle callbacks.
  const timer = setTimeout(work, latestMs / 5)
  return () => clearTimeout(timer)
}
