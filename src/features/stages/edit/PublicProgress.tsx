import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { queryOf, send } from '#src/api/http.ts'
import { PUBLIC_FIELD_LABELS } from '#src/domain/sale/plan-changes.ts'
import { mask } from '#src/domain/text/mask.ts'
import { progressDrafts } from '#src/features/stages/edit/form/progress-drafts.ts'
import { publicProgressAddress } from '#src/figures/stage-figures.ts'
import { Loaded } from '#src/records/page/Loaded.tsx'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { useSession } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { CopyButton } from '#src/ui/controls/CopyButton.tsx'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { CheckField } from '#src/ui/fields/CheckField.tsx'
import { CodeSpans, type CodeSpan } from '#src/ui/fields/CodeSpans.tsx'
import { CheckGrid, GroupFrame, GroupLabel } from '#src/ui/fields/LabelledGroup.tsx'
import { SettingsGroup, Wide } from '#src/ui/fields/SettingsGroup.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import {
  PUBLIC_FIELDS,
  stageCalls,
  type Progress,
  type ProgressUpdate,
  type PublicField,
} from '#src/wire/stages.ts'
import { useWrite } from '#src/writes/use-write.ts'

/** What privacy mode hides. */
const FIGURES: ReadonlySet<string> = new Set<PublicField>([
  'stage_price_usd',
  'next_price_usd',
  'stage_sold_share',
  'raised_usd',
  'hard_cap_usd',
])

const Fields = styled('div')`
  display: grid;
  gap: 16px;
`
const Line = styled('div')`
  display: flex;
  align-items: center;
  min-height: 36px;
`
const Address = styled('div')`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  min-height: 44px;
  padding: 6px 8px 6px 12px;
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  & > code {
    min-width: 0;
    font: var(--t-code);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
    user-select: all;
  }
`
const Columns = styled('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 16px;
  align-items: start;
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr);
  }
`
const Code = styled('pre')`
  margin: 0;
  padding: 12px 16px;
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  font: var(--t-code);
  color: var(--text-2);
  overflow-x: auto;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`
const Hint = styled('p')`
  font: var(--t-small);
  color: var(--text-3);
`

const { getProgress, saveProgress } = stageCalls

/** Like all settings, never stored on the device. */
const progressQuery = (projectId: string) => queryOf(getProgress, { params: { id: projectId } })

/** What of a project's progress anybody may read. It saves by itself, so that it is off in a hurry. */
export function PublicProgress({ projectId }: { projectId: string }) {
  const { authorized } = useSession()
  const query = useQuery({ ...progressQuery(projectId), enabled: authorized })
  return (
    <Surface aria-label="Public progress">
      <SettingsGroup
        title="Public progress"
        description="What your site can show. Anybody can read it, without a key."
      >
        <Wide>
          <Loaded
            query={query}
            failed="Public progress did not load"
            notCached="You are offline, and settings are not saved on this device."
            placeholder={<Skeleton height={320} radius={8} />}
          >
            {(progress) => <ProgressForm projectId={projectId} progress={progress} />}
          </Loaded>
        </Wide>
      </SettingsGroup>
    </Surface>
  )
}

function ProgressForm({ projectId, progress }: { projectId: string; progress: Progress }) {
  const client = useQueryClient()
  const isOnline = useOnline()
  const privacy = usePrivacy()
  const { public: isPublic, fields } = { ...progress, ...progressDrafts.use(projectId) }
  const hasChanges = isPublic !== progress.public || fields.join() !== progress.fields.join()
  const { write, isBusy } = useWrite({
    mutationFn: (body: ProgressUpdate) => send(saveProgress, { params: { id: projectId }, body }),
    meta: {
      success: 'Successfully saved public progress',
      failure: 'Error saving public progress',
      invalidates: [progressQuery(projectId).queryKey],
    },
  })
  const save = async () => {
    const saved = await write({ public: isPublic, fields })
    if (saved === undefined) return
    client.setQueryData(progressQuery(projectId).queryKey, saved)
    progressDrafts.drop(projectId)
  }
  const change = (draft: ProgressUpdate) => {
    const isSaved =
      draft.public === progress.public && draft.fields.join() === progress.fields.join()
    if (isSaved) progressDrafts.drop(projectId)
    else progressDrafts.change(projectId, draft)
  }
  const check = (field: PublicField, isOn: boolean) =>
    change({
      public: isPublic,
      fields: PUBLIC_FIELDS.filter((one) => (one === field ? isOn : fields.includes(one))),
    })
  const address = publicProgressAddress(projectId)
  const answerId = useId()
  const answer = answerLines(progress, fields, privacy)
  return (
    <Fields>
      <Line>
        <Switch
          label="Public progress"
          text={isPublic === 1 ? 'On' : 'Off'}
          checked={isPublic === 1}
          onChange={(isOn) => change({ public: isOn ? 1 : 0, fields: [...fields] })}
        />
      </Line>
      <GroupFrame>
        <GroupLabel>Address</GroupLabel>
        <Address>
          <code>{address}</code>
          <CopyButton what="address" value={address} size="sm" />
        </Address>
      </GroupFrame>
      <Columns>
        <GroupFrame role="group" aria-label="Public fields">
          <GroupLabel className="num">
            Public fields
            <span>
              {fields.length} of {PUBLIC_FIELDS.length}
            </span>
          </GroupLabel>
          <CheckGrid>
            {PUBLIC_FIELDS.map((field) => (
              <CheckField
                key={field}
                label={PUBLIC_FIELD_LABELS[field]}
                checked={fields.includes(field)}
                onChange={(isOn) => check(field, isOn)}
              />
            ))}
          </CheckGrid>
          <Hint>Never public: purchases, wallets, names.</Hint>
        </GroupFrame>
        <GroupFrame>
          <GroupLabel id={answerId}>The answer now</GroupLabel>
          <Code aria-labelledby={answerId} role="group">
            {answer.map((spans, place) => (
              // The lines never move.
              <span key={place}>
                <CodeSpans spans={spans} />
                {place < answer.length - 1 && '\n'}
              </span>
            ))}
          </Code>
          {isPublic === 0 && <Hint>While it is off, the address answers with 404.</Hint>}
        </GroupFrame>
      </Columns>
      <div>
        <Button
          disabled={!hasChanges}
          disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
          isBusy={isBusy}
          busyLabel="Saving"
          onClick={() => void save()}
        >
          Save public progress
        </Button>
      </div>
    </Fields>
  )
}

/** The JSON of the chosen fields, a field on each line. */
function answerLines(
  { now }: Progress,
  fields: readonly PublicField[],
  isMasked: boolean,
): CodeSpan[][] {
  const names = ['as_of', ...fields] as const
  return names.map((name, place) => {
    const value = now[name] ?? null
    const text = isMasked && FIGURES.has(name) ? mask('amount') : (value ?? '')
    return [
      { text: place === 0 ? '{ ' : '  ', kind: 'quiet' },
      { text: `"${name}"`, kind: 'name' },
      { text: ': ', kind: 'quiet' },
      value === null
        ? { text: 'null', kind: 'quiet' }
        : { text: JSON.stringify(text), kind: 'string' },
      { text: place < names.length - 1 ? ',' : ' }', kind: 'quiet' },
    ]
  })
}
