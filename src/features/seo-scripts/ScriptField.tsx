import { CircleAlert } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { formatCount } from '#src/domain/money.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { Segmented } from '#src/ui/Segmented.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { styled } from '#src/ui/theme.ts'
import { useAfterPress } from '#src/ui/use-after-press.ts'
import { MAX_SCRIPT_LENGTH } from '#src/wire/seo-scripts.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Aside, Box, Column, ColumnHead, ColumnLabel, EditedDot } from './script-frame.ts'
import { SCRIPT_LABELS, type ScriptName } from './script-form.ts'
import { ScriptPreview } from './ScriptPreview.tsx'

const ScriptEditor = lazyPart(() =>
  import('./ScriptEditor.tsx').then((module) => module.ScriptEditor),
)

const MODES = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const

const Fault = styled('div')`
  display: flex;
  align-items: center;
  gap: 6px;
  font: var(--t-small);
  color: var(--negative);
`

/** One script: its editor or its preview, and how much of its room is used. */
export function ScriptField(props: {
  name: ScriptName
  value: string
  isEdited: boolean
  fault: string | null
  onChange: (text: string) => void
  onBlur: () => void
}) {
  const { name, value } = props
  const fault = useAfterPress(props.fault)
  const [mode, setMode] = useState<'edit' | 'preview'>('edit')
  const id = useId()
  const label = SCRIPT_LABELS[name]
  return (
    <Column>
      <ColumnHead>
        <ColumnLabel>
          <label id={`${id}-label`} htmlFor={id}>
            {label}
          </label>
          {props.isEdited && <EditedDot role="img" aria-label="Edited" />}
        </ColumnLabel>
        <Aside className="num">
          {formatCount(value.length)} / {formatCount(MAX_SCRIPT_LENGTH)}
        </Aside>
        <Segmented
          label="Mode"
          describedBy={`${id}-label`}
          options={MODES}
          value={mode}
          onChange={setMode}
        />
      </ColumnHead>
      <Box $isInvalid={fault !== null}>
        {mode === 'edit' ? (
          <Suspense fallback={<Skeleton width="100%" height={124} />}>
            <ScriptEditor
              id={id}
              label={label}
              value={value}
              placeholder={`No ${label.toLowerCase()} yet`}
              isInvalid={fault !== null}
              describedBy={fault === null ? undefined : `${id}-fault`}
              onChange={props.onChange}
              onBlur={props.onBlur}
            />
          </Suspense>
        ) : (
          <ScriptPreview title={`${label} preview`} script={value} />
        )}
      </Box>
      {fault !== null && (
        <Fault id={`${id}-fault`}>
          <Icon of={CircleAlert} size={14} />
          {fault}
        </Fault>
      )}
    </Column>
  )
}
