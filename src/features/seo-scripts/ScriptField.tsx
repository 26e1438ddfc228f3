import { CircleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { formatCount } from '#src/domain/money/money.ts'
import { CopyButton } from '#src/ui/controls/CopyButton.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { Segmented } from '#src/ui/controls/Segmented.tsx'
import { useAfterPress } from '#src/ui/controls/use-after-press.ts'
import { CodeArea } from '#src/ui/fields/CodeArea.tsx'
import { RING } from '#src/ui/fields/input-frame.ts'
import { styled } from '#src/ui/theme.ts'
import { MAX_SCRIPT_LENGTH } from '#src/wire/seo-scripts.ts'
import { highlightHtml } from './highlight-html.ts'
import { SCRIPT_LABELS, type ScriptName } from './script-form.ts'
import { ScriptPreview } from './ScriptPreview.tsx'

export const Column = styled('div')`
  display: flex;
  flex-direction: column;
  gap: 8px;
  min-width: 0;
`
export const ColumnHead = styled('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 28px;
`
export const ColumnLabel = styled('span')`
  display: flex;
  align-items: center;
  gap: 6px;
  margin-right: auto;
  font: var(--t-small);
  font-weight: 500;
  color: var(--text-2);
`
export const EditedDot = styled('i')`
  width: 6px;
  height: 6px;
  border-radius: 50%;
  background: var(--accent);
`
export const Aside = styled('span')`
  font: var(--t-small);
  color: var(--text-3);
`
export const Box = styled('div')<{ $isInvalid?: boolean }>`
  flex: 1;
  display: flex;
  flex-direction: column;
  min-height: 124px;
  overflow: hidden;
  background: var(--bg);
  border: 1px solid ${(p) => (p.$isInvalid ? 'var(--negative)' : 'var(--line-control)')};
  border-radius: var(--r-md);
  &:has(textarea:focus) {
    ${RING}
  }
  @supports not selector(:has(*)) {
    &:focus-within {
      ${RING}
    }
  }
`

const MODES = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const

/** The same for people who only look. */
const READ_MODES = [
  { value: 'edit', label: 'Code' },
  { value: 'preview', label: 'Preview' },
] as const

const ErrorText = styled('div')`
  display: flex;
  align-items: center;
  gap: 6px;
  font: var(--t-small);
  color: var(--negative);
`

/** One script: its editor or preview, and its length. */
export function ScriptField(props: {
  name: ScriptName
  value: string
  isEdited: boolean
  error: string | null
  isReadOnly: boolean
  onChange: (text: string) => void
  onBlur: () => void
}) {
  const { name, value } = props
  const error = useAfterPress(props.error)
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
        {props.isReadOnly && value !== '' && (
          <CopyButton what={label.toLowerCase()} value={value} size="sm" />
        )}
        <Segmented
          label="Mode"
          describedBy={`${id}-label`}
          options={props.isReadOnly ? READ_MODES : MODES}
          value={mode}
          onChange={setMode}
        />
      </ColumnHead>
      <Box $isInvalid={error !== null}>
        {mode === 'edit' ? (
          <CodeArea
            id={id}
            label={label}
            value={value}
            placeholder={`No ${label.toLowerCase()} yet`}
            readOnly={props.isReadOnly}
            isInvalid={error !== null}
            describedBy={error === null ? undefined : `${id}-error`}
            onChange={props.onChange}
            onBlur={props.onBlur}
            highlight={highlightHtml}
          />
        ) : (
          <ScriptPreview title={`${label} preview`} script={value} />
        )}
      </Box>
      {error !== null && (
        <ErrorText id={`${id}-error`}>
          <Icon of={CircleAlert} size={14} />
          {error}
        </ErrorText>
      )}
    </Column>
  )
}
