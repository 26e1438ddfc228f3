import { projectSettingsCalls } from '#src/wire/project-settings.ts'
import { ApiError, send } from './http.ts'

/** Sends a test message to the project's chat channel. Returns the server's sentence. */
export async function testTelegram(projectId: string): Promise<string> {
  const { message } = await send(projectSettingsCalls.testTelegram, { params: { id: projectId } })
  return message
}

/** Tests the saved key and list. An error has the short form of its message. */
export async function testBrevo(projectId: string): Promise<string> {
  try {
    const { message } = await send(projectSettingsCalls.testBrevo, { params: { id: projectId } })
    return message
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'answer') throw error
    const { kind, code, status } = error
    throw new ApiError({ kind, code, status, message: reduceBrevoMessage(error.message) })
  }
}

const TEST_FAILED = /^(Brevo integration test failed for [^]*?): (\{[^]*\})$/

/**
 * The short form of a failed connection test: `…failed for AURA: {"message":"Key not
 * found",…}` becomes `…failed for AURA: "Key not found"`. Any other message stays as it is.
 */
export function reduceBrevoMessage(message: string): string {
  const [, prefix, json] = TEST_FAILED.exec(message) ?? []
  if (prefix === undefined || json === undefined) return message
  try {
    const body: unknown = JSON.parse(json)
    const hasMessage = typeof body === 'object' && body !== null && 'message' in body
    return hasMessage && typeof body.message === 'string' ? `${prefix}: "${body.message}"` : message
  } catch {
    return message
  }
}
