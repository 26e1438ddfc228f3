/**
 * For a card without figures: what to try, or what fills it if a longer period and more projects have
 * none either.
 * @param sites the names of the selected projects' sites
 */
export function emptyHint(facts: {
  canLengthen: boolean
  canAddProjects: boolean
  sites: readonly string[]
}): string {
  const { canLengthen, canAddProjects, sites } = facts
  const options = [
    ...(canLengthen ? ['a longer period'] : []),
    ...(canAddProjects ? ['more projects'] : []),
  ]
  if (options.length > 0) return `Try ${options.join(' or ')}.`
  const [site] = sites
  return sites.length === 1
    ? `They appear here once ${site} sends them.`
    : 'They appear here once the sites send them.'
}
