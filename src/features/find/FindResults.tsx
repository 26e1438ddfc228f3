import type { ReactNode } from 'react'
import { useProjects } from '#src/api/projects.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { FindGroup, FindOption } from './find-option.ts'
import { FindRow } from './FindRow.tsx'

const Scroll = styled('div')`
  position: relative;
  flex: 1;
  min-height: 0;
  padding: 8px;
  overflow-y: auto;
  overscroll-behavior: contain;
  scrollbar-width: thin;
  ${MOBILE} {
    padding: 0 4px 8px;
  }
`
const Heading = styled('div')`
  display: flex;
  gap: 12px;
  padding: 12px 12px 6px;
  font: var(--t-micro);
  color: var(--text-3);
  & > :last-child:not(:first-child) {
    margin-left: auto;
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }
  ${MOBILE} {
    padding-top: 16px;
    font-size: 12px;
  }
`

/** The list in groups, under what is said about it. */
export function FindResults(props: {
  id: string
  groups: readonly FindGroup[]
  chosen: FindOption | undefined
  isBusy: boolean
  optionId: (option: FindOption) => string
  onChoose: (option: FindOption) => void
  onOpen: (option: FindOption, isNewTab: boolean) => void
  children: ReactNode
}) {
  // Not in each row: rows that appear would request projects that did not load again.
  const { colours } = useProjects()
  return (
    <Scroll>
      {props.children}
      <div id={props.id} role="listbox" aria-label="Results" aria-busy={props.isBusy}>
        {props.groups.map(({ name, note, options }) => (
          <div key={name} role="group" aria-label={name}>
            <Heading aria-hidden>
              <span>{name}</span>
              {note !== undefined && <span>{note}</span>}
            </Heading>
            {options.map((option) => (
              <FindRow
                key={option.key}
                id={props.optionId(option)}
                option={option}
                isChosen={option === props.chosen}
                colours={colours}
                onChoose={() => props.onChoose(option)}
                onOpen={(isNewTab) => props.onOpen(option, isNewTab)}
              />
            ))}
          </div>
        ))}
      </div>
    </Scroll>
  )
}
