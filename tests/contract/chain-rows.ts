import { analytics } from './row-makers.ts'

export const chainRows = {
  sumProofs: analytics('finance', '/chain/summary'),
}
