/** The times of live figures, in milliseconds, and other limits. Tests use shorter times. */
export interface LiveLimits {
  /** Open streams of one session in this process. */
  streamsPerSession: number
  /** The least time between two events of a project. */
  merge: number
  /** Between two comments, which keep proxies from closing an idle stream. */
  comment: number
  /** How often sessions are checked, and how often access tokens that have expired are looked for. */
  sessions: number
  expiry: number
  /** How often changes are read while nothing proves that notifications arrive. */
  poll: number
  /** How often they are read otherwise, in case a notification was lost. */
  safetyPoll: number
  /** The least time between two reads. */
  readGap: number
  /** The delay before the first attempt to listen again; doubled after each failure, up to the longest. */
  listenAgain: number
  longestListenAgain: number
  /** Between two checks of a replica, and the longest wait for it. */
  replicaPoll: number
  replicaWait: number
  /** How often old changes are deleted. */
  clean: number
  /** Unsent bytes of a stream whose client does not read; more end it. */
  maxBuffered: number
  /** For the rest of a stream that ends. */
  linger: number
}

export const LIVE_LIMITS: LiveLimits = {
  streamsPerSession: 5,
  merge: 1000,
  comment: 15_000,
  sessions: 3000,
  expiry: 1000,
  poll: 1000,
  safetyPoll: 5000,
  readGap: 200,
  listenAgain: 1000,
  longestListenAgain: 30_000,
  replicaPoll: 50,
  replicaWait: 30_000,
  clean: 60_000,
  maxBuffered: 65_536,
  linger: 1000,
}
