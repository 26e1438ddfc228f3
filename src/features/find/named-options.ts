import { FunnelPlus, SlidersHorizontal } from 'lucide-react'
import { projectHref } from '#src/records/project-href.ts'
import { selectProjects } from '#src/state/filters.ts'
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
