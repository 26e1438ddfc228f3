import { shortenMiddle } from './cut-text.ts'

/** So that it fits into a line of a phone, within a sentence. */
const MAX_LENGTH = 28

/** The host of a project's site, "aura.example", or the project's name; shortened in its middle if it is long. */
export function siteName(project: { id: string; website_url: string | null }): string {
  const { id, website_url: url } = project
  const name = url !== null && URL.canParse(url) ? new URL(url).host : id
  return shortenMiddle(name, MAX_LENGTH)
}
