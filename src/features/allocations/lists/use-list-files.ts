import { useState } from 'react'
import { PRIVACY_REFUSAL } from '#src/records/cells/privacy-refusal.ts'
import { LARGE_ON_PHONE, progressText } from '#src/records/head/file-progress.ts'
import { useListDownload } from '#src/records/head/use-list-download.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { AllocationList } from '#src/wire/allocation-lists.ts'
import { listFile, type FileKind } from './list-files.ts'

interface Chosen {
  list: AllocationList
  kind: FileKind
}

/** What has to be answered before a file is downloaded. */
export type FileQuestion = Chosen &
  ({ is: 'token' } | { is: 'large'; tokenAddress: string | undefined })

export type ListFiles = ReturnType<typeof useListFiles>

/** The files of the lists of a page: one is downloaded at a time. */
export function useListFiles(isMasked: boolean) {
  const isOnline = useOnline()
  const isMobile = useIsMobile()
  const { progress, start, cancel } = useListDownload()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [question, setQuestion] = useState<FileQuestion | null>(null)
  const begin = ({ list, kind }: Chosen, tokenAddress?: string) => {
    setQuestion(null)
    setChosen({ list, kind })
    start(listFile(list, kind, tokenAddress))
  }
  const proceed = (file: Chosen, tokenAddress?: string) => {
    const isLarge = isMobile && (file.list.wallets ?? 0) > LARGE_ON_PHONE
    if (isLarge) setQuestion({ ...file, is: 'large', tokenAddress })
    else begin(file, tokenAddress)
  }
  const running = progress === null ? null : chosen
  return {
    /** The file that is being downloaded, and how far it is. */
    running: running && progress && { ...running, text: progressText(progress) },
    /** Why no file can be downloaded now. */
    refusal: isMasked
      ? PRIVACY_REFUSAL
      : !isOnline
        ? OFFLINE_REFUSAL
        : running
          ? 'Another file is being downloaded.'
          : undefined,
    question,
    request: (list: AllocationList, kind: FileKind) => {
      if (kind === 'safe') setQuestion({ list, kind, is: 'token' })
      else proceed({ list, kind })
    },
    answerToken: (tokenAddress: string) => {
      if (question) proceed(question, tokenAddress)
    },
    confirmLarge: () => {
      if (question?.is === 'large') begin(question, question.tokenAddress)
    },
    close: () => setQuestion(null),
    cancel,
  }
}
