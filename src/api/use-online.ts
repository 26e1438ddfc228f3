import { useSnapshot } from 'valtio'
import { connection } from './connection.ts'

/** What a refused write says (decisions 7). */
export const OFFLINE_REFUSAL = 'You are offline. Nothing was sent.'

/** Whether the server can be reached; re-renders when that changes. */
export function useOnline(): boolean {
  return useSnapshot(connection).isOnline
}
