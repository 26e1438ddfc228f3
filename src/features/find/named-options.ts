import { FunnelPlus, SlidersHorizontal, UsersRound } from 'lucide-react'
import { projectHref } from '#src/records/page-hrefs.ts'
import { selectProjects } from '#src/state/filters.ts'
import type { Member } from '#src/wire/team.ts'
import type { FindAction } from './find-actions.ts'
import type { FindOption, FindPage } from './find-option.ts'
import type { NamedMatch } from './named-matches.ts'

type ProjectName = { title: string }
export const asNamed = (title: string): ProjectName => ({ title })

export function projectOptions({ item: { title }, ranges }: NamedMatch<ProjectName>): FindOption[] {
  return [
    {
      key: `project ${title}`,
      icon: SlidersHorizontal,
      title,
      ranges,
      facts: ['Project Settings'],
      project: title,
      target: { href: projectHref('/project-settings', title) },
    },
    {
      key: `only ${title}`,
      icon: FunnelPlus,
      title: `Show only ${title}`,
      ranges: ranges.map(([start, end]) => [start + ONLY.length, end + ONLY.length] as const),
      facts: ['Filters'],
      target: { run: () => selectProjects([title]) },
    },
  ]
}
const ONLY = 'Show only '

export const asNamedMember = (member: Member) => ({ title: member.email, member })

export function memberOption({
  item: { member },
  ranges,
}: NamedMatch<{ member: Member }>): FindOption {
  return {
    key: `member ${member.id}`,
    icon: UsersRound,
    title: member.email,
    ranges,
    facts: [`Team: ${member.role}`],
    target: { href: '/team' },
  }
}

export const asNamedPage = (page: FindPage) => ({ title: page.title, words: page.detail, page })

export function pageOption({
  item: { page },
  ranges,
}: NamedMatch<{ title: string; page: FindPage }>) {
  return { ...barePage(page), ranges }
}

export function barePage({
  path,
  href,
  title,
  detail,
  icon = SlidersHorizontal,
}: FindPage): FindOption {
  return {
    key: `page ${path}`,
    icon,
    title,
    facts: [detail],
    target: { href },
    recent: { kind: 'page', projectId: '', id: path, title },
  }
}

export function actionOption({ item, ranges }: NamedMatch<FindAction>): FindOption {
  return { ...plainAction(item), ranges }
}

export function plainAction({ words: _words, facts = [], ...action }: FindAction): FindOption {
  return { ...action, key: `action ${action.title}`, facts }
}
