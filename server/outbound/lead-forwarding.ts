import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import * as z from 'zod/mini'
import { brevoBase, isSendable, withoutKey } from './brevo.ts'
import { callService, type Sending } from './sending.ts'

const TIMEOUT_MS = 10_000
const DEFAULT_RETRY_AFTER_MS = 60_000

export interface MailingList {
  /**
   * Adds a contact to a list; an existing contact is kept. It never throws or logs.
   * @param listId null adds the contact to the account without a list
   */
  add(
    apiKey: string,
    listId: number | null,
    contact: { email: string; mobile: string | null },
  ): Promise<Sending>
}

/**
 * The number in the form that services take, by the rules of its country: "+49 (0)151 1234567" is
 * +491511234567. Null for a number that is not valid or has no country: another one would be worse.
 */
export function toE164(mobile: string): string | null {
  const parsed = parsePhoneNumberFromString(mobile, { extract: false })
  return parsed?.isValid() === true && parsed.ext === undefined ? parsed.number : null
}

const errorBodySchema = z.object({ message: z.string() })

/** Brevo's contacts API, or the mock server at `url`. */
export function openMailingList({ url }: { url: string | null }): MailingList {
  const endpoint = `${brevoBase(url)}/contacts`

  async function post(apiKey: string, body: object): Promise<Sending> {
    const headers = {
      'api-key': apiKey,
      'content-type': 'application/json',
      accept: 'application/json',
    }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await callService(endpoint, init, TIMEOUT_MS)
    if ('reason' in answer) return { is: 'unreachable', reason: answer.reason }
    const { status, retryAfterSeconds } = answer
    if (status >= 200 && status < 300) return { is: 'sent' }
    if (status === 429)
      return {
        is: 'rate-limited',
        ms: retryAfterSeconds === null ? DEFAULT_RETRY_AFTER_MS : retryAfterSeconds * 1000,
      }
    const parsed = errorBodySchema.safeParse(answer.body)
    const reason = parsed.success
      ? withoutKey(parsed.data.message, apiKey)
      : `Unexpected answer with status ${status}`
    return { is: status >= 400 && status < 500 ? 'refused' : 'unreachable', reason }
  }

  return {
    async add(apiKey, listId, { email, mobile }) {
      if (!isSendable(apiKey)) return { is: 'refused', reason: 'Key not found' }
      const contact = {
        email,
        updateEnabled: true,
        ...(listId === null ? {} : { listIds: [listId] }),
      }
      const phone = toE164(mobile ?? '')
      if (phone === null) return await post(apiKey, contact)
      const sending = await post(apiKey, { ...contact, attributes: { SMS: phone } })
      // If Brevo refuses the number, or another contact has it, the lead is added without it.
      return sending.is === 'refused' && /phone|sms/i.test(sending.reason)
        ? await post(apiKey, contact)
        : sending
    },
  }
}
