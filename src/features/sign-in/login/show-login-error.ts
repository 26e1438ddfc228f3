import { toast } from 'react-hot-toast/headless'
import { toApiError } from '#src/session/api-error.ts'
import { writeErrorText } from '#src/session/error-message.ts'

/** Shows why a sign-in failed. Nothing if the app ended it itself. */
export function showLoginError(error: unknown): void {
  if (toApiError(error).kind !== 'aborted') toast.error(writeErrorText(error, 'Failed to login'))
}

export function showLoggedIn(): void {
  toast.success('Successfully logged in')
}
