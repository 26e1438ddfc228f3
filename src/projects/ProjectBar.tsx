import type { ReactNode } from 'react'
import { useProjects } from '#src/api/projects.ts'
import { Select } from '#src/ui/controls/Select.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { projectOptions } from './project-options.ts'

const Root = styled('div')`
  display: flex;
  align-items: center;
  gap: 16px;
  margin-bottom: 16px;
  & > [role='combobox'] {
    width: 240px;
    font-weight: 500;
  }
  & > span {
    flex: 1;
    font: var(--t-small);
    color: var(--text-3);
  }
  ${MOBILE} {
    flex-direction: column;
    align-items: stretch;
    gap: 8px;
    margin-bottom: 12px;
    & > span:empty {
      display: none;
    }
    & > [role='combobox'],
    & > button {
      width: 100%;
    }
  }
`

/** Selects the project of a page that shows one; `children` is the line beside it, `end` a button. */
export function ProjectBar(props: {
  ids: readonly string[]
  value: string
  onChange: (id: string) => void
  children: ReactNode
  end?: ReactNode
}) {
  const { colours } = useProjects()
  return (
    <Root>
      <Select
        label="Project"
        size="lg"
        options={projectOptions(props.ids, colours)}
        value={props.value}
        onChange={props.onChange}
      />
      <span>{props.children}</span>
      {props.end}
    </Root>
  )
}
