/** Why a notice or a test was not sent although the service could be reached. */
export const NO_CHANNEL = 'No channel id is set'
export const NO_MESSAGE_TEXT = 'No text is set'
export const NO_API_KEY = 'No API key is set'
export const STALE_API_KEY = 'The API key has to be set again'
/** In the answer of a test, which the spec reduces to a quoted message. */
export const NO_TESTED_KEY = 'API key is not set'
export const STALE_TESTED_KEY = 'API key has to be set again'

export type SettingsField = 'telegram_channel_id' | 'telegram_message_text' | 'brevo_api_key'

const REPAIRS: readonly { reason: string; field: SettingsField; label: string }[] = [
  { reason: NO_CHANNEL, field: 'telegram_channel_id', label: 'Set the channel id' },
  { reason: NO_MESSAGE_TEXT, field: 'telegram_message_text', label: 'Write the text' },
  { reason: NO_API_KEY, field: 'brevo_api_key', label: 'Set the API key' },
  { reason: STALE_API_KEY, field: 'brevo_api_key', label: 'Set the API key' },
  { reason: NO_TESTED_KEY, field: 'brevo_api_key', label: 'Set the API key' },
  { reason: STALE_TESTED_KEY, field: 'brevo_api_key', label: 'Set the API key' },
]

/** The field of the project settings that repairs it, and the words of the way there; null if none does. */
export function repairOf(reason: string | null): { field: SettingsField; label: string } | null {
  return REPAIRS.find((one) => one.reason === reason) ?? null
}

/** A settings field by its name in an address; null for any other text. */
export function toSettingsField(text: string | null): SettingsField | null {
  return REPAIRS.find(({ field }) => field === text)?.field ?? null
}
