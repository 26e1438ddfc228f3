import * as z from 'zod/mini'
import { formatCount } from '#src/domain/money/money.ts'
import { isHtmlSnippet } from '#src/domain/text/html-snippet.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { MAX_SCRIPT_LENGTH, type SeoScript, type SeoScriptUpdate } from '#src/wire/seo-scripts.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import type { FormDraft } from '#src/writes/use-draft-form.ts'

export type ScriptName = 'header' | 'body'

/** Labels on the screen. */
export const SCRIPT_LABELS: Record<ScriptName, string> = {
  header: 'Head script',
  body: 'Body script',
}

export const SCRIPT_NAMES = ['header', 'body'] as const satisfies readonly ScriptName[]

// A textarea normalizes line endings to \n.
const plainLines = (text: string | null | undefined) => (text ?? '').replace(/\r\n?/g, '\n')

/** The saved scripts as form values; empty for a project without scripts. */
export function toScriptForm(saved: Pick<SeoScript, 'header' | 'body'> | undefined): ScriptForm {
  return { header: plainLines(saved?.header), body: plainLines(saved?.body) }
}

/** The request body: both scripts, an empty one as null. */
export function toScriptUpdate(form: ScriptForm): SeoScriptUpdate {
  return { header: form.header || null, body: form.body || null }
}

/** The scripts that differ from the saved ones. */
export function editsOf(saved: ScriptForm, form: ScriptForm): Partial<ScriptForm> {
  const edited = SCRIPT_NAMES.filter((name) => saved[name] !== form[name])
  return Object.fromEntries(edited.map((name) => [name, form[name]]))
}

/** "2 scripts edited", or null without changes. */
export function describeEdited(edited: readonly ScriptName[]): string | null {
  if (edited.length === 0) return null
  return `${pluralize(edited.length, 'script')} edited`
}

/** Why a script can't be saved, or null if it can. */
function validateScript(name: ScriptName, text: string): string | null {
  if (text.length > MAX_SCRIPT_LENGTH) {
    return `Must be at most ${formatCount(MAX_SCRIPT_LENGTH)} characters`
  }
  return isHtmlSnippet(text) ? null : `${SCRIPT_LABELS[name]} is invalid`
}

const scriptSchema = (name: ScriptName) =>
  z.string().check((check) => {
    const message = validateScript(name, check.value)
    if (message !== null) check.issues.push({ code: 'custom', input: check.value, message })
  })

export const scriptFormSchema = z.object({
  header: scriptSchema('header'),
  body: scriptSchema('body'),
})

/** Both scripts of a project in the form; an empty text means no script. */
export type ScriptForm = z.infer<typeof scriptFormSchema>

/** Drafts of scripts by project, until they are saved or dropped. */
export const scriptDrafts = draftsOf<FormDraft<Partial<ScriptForm>>>()
