import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { OFFLINE_REFUSAL, useOnline } from '#src/api/use-online.ts'
import { formatInstant } from '#src/domain/record-formats.ts'
import { canSeeFinance } from '#src/domain/roles.ts'
import { EditedMark, ProjectPanel } from '#src/records/ProjectPanel.tsx'
import { useUser } from '#src/state/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { ReadOnlyField } from '#src/ui/fields/ReadOnlyField.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { Project } from '#src/wire/projects.ts'
import { LeadsGroup } from './LeadsGroup.tsx'
import { MoneyGroups } from './MoneyGroups.tsx'
import { ReferralsGroup } from './ReferralsGroup.tsx'
import { editedCount } from './settings-form.ts'
import { SettingsGroup } from './SettingsGroup.tsx'
import { StakingGroup } from './StakingGroup.tsx'
import { TelegramGroup } from './TelegramGroup.tsx'
import { useSettingsForm, type SettingsFormState, textProps } from './use-settings-form.ts'

/** Sticks to the bottom of the screen within its card, so that the bars of two cards never overlap. */
const Bar = styled('div')`
  position: sticky;
  bottom: 0;
  z-index: 30;
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  /* As wide as the screen: extends over the card's border and the page's padding. */
  margin: 0 calc(-13px - var(--safe-r)) -1px calc(-13px - var(--safe-l));
  padding: 12px calc(16px + var(--safe-r)) calc(12px + var(--safe-b)) calc(16px + var(--safe-l));
  background: var(--surface-1);
  border-top: 1px solid var(--line-strong);
  /* The page has a scroll margin for this bar; its own buttons must not scroll when focused. */
  & button {
    scroll-margin-bottom: calc(-80px - var(--safe-b));
  }
`
const About = styled('div')`
  min-width: 0;
`
const Name = styled('div')`
  font: var(--t-label);
`

/** Shown while there are changes. When it disappears, the focus moves to the head of its card. */
function SaveBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = bar
    return () => {
      if (!current?.contains(document.activeElement)) return
      const head = current.closest('section')?.querySelector<HTMLElement>('[aria-expanded]')
      head?.focus({ preventScroll: true })
    }
  }, [])
  return <Bar ref={bar}>{children}</Bar>
}

/** The settings of one project. On a phone the save bar is at the bottom of the card. */
export function ProjectSettingsCard(props: {
  project: Project
  colour: string
  isOpen: boolean
  onToggle: () => void
}) {
  const { project, isOpen } = props
  const user = useUser()
  const isMobile = useIsMobile()
  const form = useSettingsForm(project)
  const count = editedCount(form.update)
  const mark = <EditedMark text={count} />
  const confirm = (
    <ConfirmUpdate
      form={form}
      isUnchanged={count === null}
      onInvalid={() => {
        if (!isOpen) props.onToggle()
      }}
    />
  )
  return (
    <ProjectPanel
      name={project.id}
      colour={props.colour}
      isOpen={isOpen}
      onToggle={props.onToggle}
      isSticky
      tools={
        isMobile || (!isOpen && count === null) ? undefined : (
          <>
            {mark}
            {confirm}
          </>
        )
      }
    >
      {canSeeFinance(user?.role ?? '') && (
        <>
          <ProjectGroup form={form} />
          <TelegramGroup form={form} colour={props.colour} />
          <MoneyGroups project={project} />
          <StakingGroup form={form} />
          <ReferralsGroup form={form} />
        </>
      )}
      <LeadsGroup form={form} />
      {isMobile && count !== null && (
        <SaveBar>
          <About>
            <Name className="trunc">{project.id}</Name>
            {mark}
          </About>
          {confirm}
        </SaveBar>
      )}
    </ProjectPanel>
  )
}

function ConfirmUpdate(props: {
  form: SettingsFormState
  isUnchanged: boolean
  /** Opens the card, so that the error is visible. */
  onInvalid: () => void
}) {
  const { form } = props
  const isOnline = useOnline()
  return (
    <Button
      variant="primary"
      disabled={props.isUnchanged}
      isBusy={form.isBusy}
      busyLabel="Updating"
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
      onClick={({ currentTarget }) =>
        form.submit(() => {
          props.onInvalid()
          // Focus the first invalid field.
          const card = currentTarget.closest('section')
          queueMicrotask(() => card?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
        })
      }
    >
      Confirm Update
    </Button>
  )
}

function ProjectGroup({ form }: { form: SettingsFormState }) {
  const { project } = form
  return (
    <SettingsGroup title="Project" description="Identity and public links.">
      <TextField label="Ticker" {...textProps(form, 'project_ticker')} />
      <TextField label="Website URL" inputMode="url" {...textProps(form, 'website_url')} />
      <TextField label="Buy URL" inputMode="url" {...textProps(form, 'buy_url')} />
      <ReadOnlyField label="ID">{project.id}</ReadOnlyField>
      {project.api_url === null ? (
        <ReadOnlyField label="API URL">None</ReadOnlyField>
      ) : (
        <ReadOnlyField label="API URL" copy={{ what: 'API URL', value: project.api_url }}>
          <span className="mono">{project.api_url}</span>
        </ReadOnlyField>
      )}
      <ReadOnlyField label="Created at">
        <span className="num">{formatInstant(project.created_at)}</span>
      </ReadOnlyField>
    </SettingsGroup>
  )
}
