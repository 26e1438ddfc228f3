import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#src/domain/sale/record-formats.ts'
import { COPY_QUESTION } from '#src/features/connections/copy-question.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { useCopy } from '#src/ui/controls/use-copy.ts'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { DoneButton } from '#src/ui/dialogs/DoneButton.tsx'
import { GroupFrame, GroupLabel } from '#src/ui/fields/LabelledGroup.tsx'
import { SumList, SumRow } from '#src/ui/lists/SumList.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { styled } from '#src/ui/theme.ts'
import type { NewReadingKey } from '#src/wire/reading-keys.ts'
import { useUnsaved } from '#src/writes/unsaved-changes.ts'
import { describeProjects, describeScopes } from './reading-key-text.ts'
import { ReadingExamples } from './ReadingExamples.tsx'

const KeyBox = styled('div')`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  padding: 8px 8px 8px 12px;
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  & > code {
    flex: 1;
    min-width: 0;
    font: var(--t-code);
    word-break: break-all;
    user-select: all;
  }
`

/** Shows a new key once, what it may read, and how programs read with it. */
export function NewReadingKeyDialog(props: { created: NewReadingKey; onClose: () => void }) {
  const { created } = props
  const [isKept, setKept] = useState(false)
  const { isCopied, copy } = useCopy(created.key)
  useUnsaved(!isKept)
  const keep = () => setKept(true)
  const { name, scopes, projects, expires_at: end } = created
  return (
    <Dialog
      title="Reading key created"
      width={600}
      isOpen
      onClose={props.onClose}
      hasChanges={!isKept}
      discardQuestion={COPY_QUESTION}
      footer={<DoneButton />}
    >
      <Notice icon={TriangleAlert}>
        <b>Copy the key now. It is not shown again.</b> A lost key is revoked and replaced.
      </Notice>
      <GroupFrame>
        <GroupLabel>Key</GroupLabel>
        <KeyBox>
          <code onCopy={keep}>{created.key}</code>
          <IconButton
            label="Copy key"
            icon={isCopied ? Check : Copy}
            data-autofocus
            onClick={() => void copy().then((isDone) => isDone && keep())}
          />
        </KeyBox>
      </GroupFrame>
      <SumList>
        <SumRow label="Name">
          <bdi>{name}</bdi>
        </SumRow>
        <SumRow label="Reads">{describeScopes(scopes)}</SumRow>
        <SumRow label="Projects">{describeProjects(projects)}</SumRow>
        <SumRow label="Expires">{end === null ? 'Never' : formatDay(end)}</SumRow>
      </SumList>
      <ReadingExamples created={created} onCopied={keep} />
    </Dialog>
  )
}
