import * as z from 'zod/mini'
import { send } from '#src/api/http.ts'
import {
  allocationListCalls,
  MAX_DECIMALS,
  MAX_LIST_NOTE,
  type AllocationList,
} from '#src/wire/allocation-lists.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import type { SendWrite } from '#src/writes/idempotent-write.ts'
import { pendingWritesOf } from '#src/writes/pending-writes.ts'
import type { FormDraft } from '#src/writes/use-draft-form.ts'

/** A text, not a number: a wrong one is refused, never changed to one that fits. */
function decimalsError(typed: string): string | null {
  if (typed === '') return 'Enter the decimals of the token'
  if (!/^\d+$/.test(typed)) return 'Must be a whole number'
  return Number(typed) <= MAX_DECIMALS ? null : `Must be 0 to ${MAX_DECIMALS}`
}

export const freezeFormSchema = z.object({
  decimals: z.string().check((check) => {
    const message = decimalsError(check.value.trim())
    if (message !== null) check.issues.push({ code: 'custom', input: check.value, message })
  }),
  note: z
    .string()
    .check(
      z.refine(
        (text) => text.trim().length <= MAX_LIST_NOTE,
        `Must be at most ${MAX_LIST_NOTE} characters`,
      ),
    ),
})
export type FreezeForm = z.infer<typeof freezeFormSchema>

const freezeSchema = z.object({
  project_id: z.string(),
  decimals: z.number(),
  note: z.nullable(z.string()),
})
/** A list to freeze, as devices store it. */
export type Freeze = z.infer<typeof freezeSchema>

/** The request for a valid form. */
export function toFreeze(projectId: string, { decimals, note }: FreezeForm): Freeze {
  return {
    project_id: projectId,
    decimals: Number(decimals.trim()),
    note: note.trim() === '' ? null : note.trim(),
  }
}

/** By project: at most one list of a project is being frozen. */
export const freezes = pendingWritesOf('allocation-list', freezeSchema)
export const freezeDrafts = draftsOf<FormDraft<FreezeForm>>()

export const postFreeze: SendWrite<Freeze, AllocationList> = ({ key, what }, timeoutMs) =>
  send(allocationListCalls.createAllocationList, { body: what, idempotencyKey: key }, { timeoutMs })
