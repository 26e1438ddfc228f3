import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { canSeeFinance } from '#src/domain/people/roles.ts'
import { formatInstant } from '#src/domain/sale/record-formats.ts'
import { TelegramGroup } from '#src/features/project-settings/messages/TelegramGroup.tsx'
import { EditedMark, PanelFoot, ProjectPanel } from '#src/projects/ProjectPanel.tsx'
import { RecordActivity } from '#src/records/page/RecordActivity.tsx'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useUser } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ReadOnlyField } from '#src/ui/fields/ReadOnlyField.tsx'
import { SettingsGroup } from '#src/ui/fields/SettingsGroup.tsx'
import { styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { ProjectTerms } from '#src/wire/project-terms.ts'
import type { Project } from '#src/wire/projects.ts'
import { FormText, FormNumber } from '#src/writes/form-fields.tsx'
import { ArchiveGroup } from './ArchiveGroup.tsx'
import { ChangeTermsDialog } from './ChangeTermsDialog.tsx'
import { ExplorersGroup } from './ExplorersGroup.tsx'
import { LeadsGroup } from './LeadsGroup.tsx'
import { LimitsGroup } from './LimitsGroup.tsx'
import { BannersGroup, MoneyGroups } from './MoneyGroups.tsx'
import { editedCount } from './settings-form.ts'
import { StagesGroup } from './StagesGroup.tsx'
import { StakingGroup } from './StakingGroup.tsx'
import { Term } from './TermField.tsx'
import { NO_TERMS } from './terms-form.ts'
import { useSettingsForm, type SettingsFormState } from './use-settings-form.ts'
import { useTerms, useTermsForm, type TermsFormState } from './use-terms-form.ts'

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
  margin: 0 calc(-1px - var(--page-r)) -1px calc(-1px - var(--page-l));
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
const Change = styled(Button)`
  margin-top: 12px;
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

function ReferralsGroup(props: { form: SettingsFormState; termsForm: TermsFormState | null }) {
  const { form } = props
  return (
    <SettingsGroup title="Referrals" description="Defaults for every wallet without an override.">
      <FormNumber
        form={form}
        name="default_min_referral_spend"
        label="Minimum referral spend"
        suffix="USD"
        min={0}
        max={1e15}
      />
      <FormNumber
        form={form}
        name="default_referral_token_bonus_percentage"
        label="Token bonus"
        suffix="%"
        min={0}
        max={100}
      />
      <Term
        name="default_referral_payout_percentage"
        project={form.project}
        form={props.termsForm}
        isTall={!form.isReadOnly}
      />
    </SettingsGroup>
  )
}

/** The settings of one project. On a phone the save bar is at the bottom of the card. */
export function ProjectSettingsCard(props: {
  project: Project
  colour: string
  /** Whether an earlier project has the same colour. */
  isHatched: boolean
  isOpen: boolean
  onToggle: () => void
}) {
  const { project, isOpen } = props
  const role = useUser()?.role ?? ''
  const isMobile = useIsMobile()
  const form = useSettingsForm(project)
  const saved = useTerms(project.id)
  const termsForm = useTermsForm(project.id, saved ?? NO_TERMS, null)
  // Read-only after the first completed purchase.
  const editableForm = saved?.editable === 1 ? termsForm : null
  const count = editedCount(form.update, editableForm?.update ?? {})
  const mark = <EditedMark text={count} />
  const confirm = (
    <ConfirmUpdate
      forms={editableForm === null ? [form] : [form, editableForm]}
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
      isHatched={props.isHatched}
      isOpen={isOpen}
      onToggle={props.onToggle}
      isSticky
      tools={
        form.isReadOnly || isMobile || (!isOpen && count === null) ? undefined : (
          <>
            {mark}
            {confirm}
          </>
        )
      }
    >
      {canSeeFinance(role) && (
        <>
          <ProjectGroup form={form} termsForm={editableForm} />
          <ExplorersGroup form={form} />
          <TelegramGroup form={form} colour={props.colour} />
          <MoneyGroups
            project={project}
            termsForm={editableForm}
            action={saved?.editable === 0 && <ChangeTerms projectId={project.id} saved={saved} />}
          />
          <StakingGroup form={form} termsForm={editableForm} />
          <ReferralsGroup form={form} termsForm={editableForm} />
          <LimitsGroup form={form} />
          <StagesGroup projectId={project.id} />
        </>
      )}
      <LeadsGroup form={form} />
      {saved !== undefined && (
        <>
          <BannersGroup project={project} termsForm={editableForm} />
          <ArchiveGroup projectId={project.id} />
        </>
      )}
      <PanelFoot>
        <RecordActivity object="project" id={project.id} projectId={project.id} />
      </PanelFoot>
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
  /** Saved one after the other; a form that fails keeps its edits. */
  forms: readonly Pick<
    SettingsFormState | TermsFormState,
    'update' | 'validate' | 'save' | 'isBusy'
  >[]
  isUnchanged: boolean
  /** Opens the card, so that the error is visible. */
  onInvalid: () => void
}) {
  const { forms } = props
  const isOnline = useOnline()
  const submit = async (card: HTMLElement | null) => {
    const validity = forms.map((form) => form.validate())
    if (validity.every(Boolean)) {
      for (const form of forms) {
        if (Object.keys(form.update).length > 0 && !(await form.save())) return
      }
      return
    }
    props.onInvalid()
    // Focus the first invalid field: an error is shown after the press (useAfterPress).
    setTimeout(() => card?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <Button
      variant="primary"
      disabled={props.isUnchanged}
      isBusy={forms.some((form) => form.isBusy)}
      busyLabel="Updating"
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
      onClick={({ currentTarget }) => void submit(currentTarget.closest('section'))}
    >
      Confirm Update
    </Button>
  )
}

function ChangeTerms({ projectId, saved }: { projectId: string; saved: ProjectTerms }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Change onClick={() => setOpen(true)}>Change terms</Change>
      {isOpen && (
        <ChangeTermsDialog projectId={projectId} saved={saved} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

function ProjectGroup(props: { form: SettingsFormState; termsForm: TermsFormState | null }) {
  const { form } = props
  const { project } = form
  return (
    <SettingsGroup title="Project" description="Identity and public links.">
      <FormText form={form} name="project_ticker" label="Ticker" />
      <FormText form={form} name="website_url" label="Website URL" inputMode="url" />
      <FormText form={form} name="buy_url" label="Buy URL" inputMode="url" />
      <ReadOnlyField label="ID">{project.id}</ReadOnlyField>
      <Term name="api_url" project={project} form={props.termsForm} />
      <ReadOnlyField label="Created at">
        <span className="num">{formatInstant(project.created_at)}</span>
      </ReadOnlyField>
    </SettingsGroup>
  )
}
