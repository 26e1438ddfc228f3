import { formatCount } from '#src/domain/money/money.ts'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { LIST_FILES } from './list-files.ts'
import { walletsText } from './list-text.ts'
import { SafeAirdropDialog } from './SafeAirdropDialog.tsx'
import type { FileQuestion, ListFiles } from './use-list-files.ts'

/** The dialogs that stand before a download. */
export function FileQuestions({ files }: { files: ListFiles }) {
  const { question } = files
  if (question === null) return null
  if (question.is === 'token')
    return (
      <SafeAirdropDialog
        disabledReason={files.refusal}
        onDownload={files.answerToken}
        onClose={files.close}
      />
    )
  return (
    <ConfirmDialog
      title="Download a large file?"
      isOpen
      onClose={files.close}
      onConfirm={files.confirmLarge}
      confirmLabel="Download"
      disabledReason={files.refusal}
      isHarmless
    >
      List {question.list.number} has {walletsText(question.list.wallets ?? 0, false)}: about{' '}
      {megabytes(question)} MB.
    </ConfirmDialog>
  )
}

function megabytes({ list, kind }: FileQuestion): string {
  const { rowBytes = 0 } = LIST_FILES.find((file) => file.kind === kind) ?? {}
  return formatCount(Math.max(1, Math.ceil(((list.wallets ?? 0) * rowBytes) / 1e6)))
}
