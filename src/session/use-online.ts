import { toast } from 'react-hot-toast/headless'
import { useSnapshot } from 'valtio'
import { checkConnection, connection } from './connection.ts'

/** Shown when a write is refused. */
export const OFFLINE_REFUSAL = 'You are offline. Nothing was sent.'

/** Whether the server can be reached; re-renders when that changes. */
export function useOnline(): boolean {
  return useSnapshot(connection).isOnline
}

/** Shows that a write was refused because the app is offline. */
export function notifyOffline(): void {
  toast.error(OFFLINE_REFUSAL, { id: OFFLINE_REFUSAL })
  // The server may be reachable again: the next try then goes through.
  void checkConnection()
}
