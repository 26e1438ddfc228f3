import type { AlertKind } from '#src/wire/alerts.ts'

/** What a condition looks for, without whom it is for: people with the same one share a query. */
export interface Watch {
  kind: AlertKind
  /** The projects that it is about. */
  projects: readonly string[]
  /** A decimal, in the unit of the kind; null for kinds without one. */
  threshold: string | null
  /** Null for kinds without hours. */
  hours: number | null
  /** `soft` or `hard`, for `cap_reached`. */
  cap: string | null
  /** For `quiet`: in which zone the same hours of earlier weeks are the same. */
  tz: string
}

/** An instant at which a condition was met. */
export interface Firing {
  project_id: string
  /** What it is about. A rule fires once for each key. */
  key: string
  at: Date
  /** For its text, see src/domain/people/alert-text.ts. */
  data: Record<string, unknown>
}

/** The instants from after `from` to `to`. */
export interface Span {
  from: Date
  to: Date
}
