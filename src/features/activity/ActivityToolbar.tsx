import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useAdministration } from '#src/api/features.ts'
import { teamQuery } from '#src/api/team.ts'
import { recordTitle } from '#src/domain/people/activity-names.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Select } from '#src/ui/controls/Select.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { validateActivitySearch, type ActivityChoices } from './use-activity-filters.ts'

const Root = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: 12px;
  margin-bottom: 16px;
  ${MOBILE} {
    gap: 8px;
    margin-bottom: 12px;
  }
`
const Box = styled('div')<{ $width: number }>`
  width: ${(p) => p.$width}px;
  ${MOBILE} {
    flex: ${(p) => (p.$width > 200 ? '1 0 100%' : '1 1 136px')};
    width: auto;
    min-width: 0;
  }
`
const Note = styled('p')`
  flex: 1 1 240px;
  align-self: center;
  color: var(--text-3);
  font: var(--t-small);
  text-align: end;
  ${MOBILE} {
    flex-basis: 100%;
    text-align: start;
  }
`
const Chip = styled('div')`
  display: flex;
  align-items: center;
  gap: 4px;
  max-width: 100%;
  min-height: 40px;
  padding-left: 12px;
  background: var(--surface-2);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-md);
`

/** The search and the filters of the page; `note` says what else narrows the list. */
export function ActivityToolbar({ choices, note }: { choices: ActivityChoices; note: ReactNode }) {
  const { groups, group, person } = choices
  const administers = useAdministration()
  const { data: team } = useQuery({ ...teamQuery, enabled: administers })
  const people = (team ?? []).map(({ id, email }) => ({ value: id, label: email }))
  const isListed = person === null || people.some(({ value }) => value === person)
  return (
    <Root>
      <Box $width={272}>
        {/* Back and links change the URL while the box is mounted: the box follows. */}
        <Search key={choices.typed} choices={choices} />
      </Box>
      {administers && (
        <Box $width={184}>
          <Select
            label="Person"
            size="lg"
            options={[
              { value: '', label: 'All people' },
              ...people,
              ...(isListed ? [] : [{ value: person, label: `Account ${person}` }]),
            ]}
            value={person ?? ''}
            onChange={choices.setPerson}
          />
        </Box>
      )}
      <Box $width={168}>
        <Select
          label="Action"
          size="lg"
          options={[{ value: '', label: 'All actions' }, ...groups]}
          value={group?.value ?? ''}
          onChange={choices.setGroup}
        />
      </Box>
      {choices.object !== null && <RecordChip choices={choices} object={choices.object} />}
      <Note>{note}</Note>
    </Root>
  )
}

function Search({ choices }: { choices: ActivityChoices }) {
  const [text, setText] = useState(choices.typed)
  const [isTouched, setTouched] = useState(choices.typed !== '')
  const error = validateActivitySearch(text.trim())
  return (
    <SearchField
      value={text}
      placeholder="Search actions and records"
      error={isTouched ? (error ?? undefined) : undefined}
      onChange={setText}
      onSubmit={() => {
        setTouched(true)
        if (error === null) choices.search(text.trim())
      }}
      onClear={() => {
        setText('')
        if (choices.typed !== '') choices.search('')
      }}
    />
  )
}

function RecordChip({ choices, object }: { choices: ActivityChoices; object: string }) {
  const { objectId, projectId } = choices
  const isProject = object === 'project'
  const title = recordTitle(object, objectId)
  return (
    <Chip role="group" aria-label="Record">
      <span className="trunc" title={objectId ?? undefined}>
        {title}
        {projectId !== null && !isProject && <span className="t3"> in {projectId}</span>}
      </span>
      <IconButton label={`Remove ${title}`} icon={X} onClick={choices.clearRecord} />
    </Chip>
  )
}
