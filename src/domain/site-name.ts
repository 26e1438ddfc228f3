/** The host of a project's site, "aura.example"; the project's name without one. */
export function siteName(project: { id: string; website_url: string | null }): string {
  const { id, website_url: url } = project
  return url !== null && URL.canParse(url) ? new URL(url).host : id
}
