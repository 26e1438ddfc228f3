import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useFeature } from '#src/api/features.ts'
import { havePagesFailed, PagesFailed } from '#src/records/page/PagesFailed.tsx'
import { filters } from '#src/state/filters.ts'
import { useMayWrite, useUser } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { NoteKind, NoteRecord } from '#src/wire/notes.ts'
import { useNoteDraft } from './note-drafts.ts'
import { targetOf } from './note-writes.ts'
import { NoteComposer } from './NoteComposer.tsx'
import { NoteItem } from './NoteItem.tsx'
import { NOTES_ID } from './notes-anchor.ts'
import { useNotes } from './use-notes.ts'

/** So many notes are shown at first. */
const FIRST_COUNT = 4

const WORDS: Record<NoteKind, string> = {
  wallet: 'wallet',
  transaction: 'purchase',
  bonus_code: 'code',
  payment: 'payment',
}

const Root = styled(Surface)`
  margin-bottom: 16px;
  outline: none;
  scroll-margin-top: calc(var(--bar-h) + 16px);
  ${MOBILE} {
    margin-bottom: 12px;
  }
`
const Head = styled('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 52px;
  padding: 14px 20px 10px;
  & > h2 {
    flex: 1;
    font: var(--t-title);
    letter-spacing: -0.006em;
  }
  & > span {
    font: var(--t-small);
    font-variant-numeric: tabular-nums;
    color: var(--text-3);
  }
  ${MOBILE} {
    padding: 14px 16px 10px;
  }
`
const Write = styled('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  padding: 0 20px 16px;
  ${MOBILE} {
    padding: 0 16px 16px;
  }
`
const State = styled('div')`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 4px;
  min-height: 120px;
  padding: 24px;
  border-top: 1px solid var(--line);
  text-align: center;
  color: var(--text-3);
  & > b {
    font: var(--t-label);
    color: var(--text-1);
  }
`
const More = styled('div')`
  display: flex;
  align-items: center;
  justify-content: center;
  min-height: 44px;
  border-top: 1px solid var(--line);
`
const Waiting = styled('div')`
  display: grid;
  gap: 12px;
  padding: 20px;
  border-top: 1px solid var(--line);
`

/** The notes on a record, and a field for another one. Absent on a server without notes. */
export function NotesCard(props: {
  record: NoteRecord
  /** How many notes the record has, as the page says elsewhere too; else those that are loaded count. */
  count?: number | undefined
}) {
  const { kind, project_id, id } = props.record
  const record = useMemo(() => ({ kind, project_id, id }), [kind, project_id, id])
  if (!useFeature('notes')) return null
  return <Card key={targetOf(record)} record={record} count={props.count} />
}

function Card(props: { record: NoteRecord; count: number | undefined }) {
  const { record } = props
  const titleId = useId()
  const card = useRef<HTMLElement>(null)
  const { notes, total, query } = useNotes(record)
  const mayWrite = useMayWrite()
  const isMobile = useIsMobile()
  const user = useUser()
  const { asOf } = useSnapshot(filters)
  const [isWhole, setWhole] = useState(false)
  // Each note has a composer of its own, which knows what has become of it.
  const [{ round, isFocused }, setComposer] = useState({ round: 0, isFocused: false })
  const next = () => {
    const isInside = card.current?.contains(document.activeElement) ?? false
    setComposer({ round: round + 1, isFocused: isInside && !isMobile })
  }
  const shown = isWhole ? notes : notes.slice(0, FIRST_COUNT)
  const deleted = notes.filter((note) => note.deleted_at !== null)
  const count = props.count ?? total - deleted.length
  const isEmpty = query.data !== undefined && notes.length === 0
  // The page that a link leads to has moved to its top first.
  useEffect(() => {
    if (globalThis.location.hash !== `#${NOTES_ID}`) return undefined
    const frame = requestAnimationFrame(() => card.current?.scrollIntoView({ block: 'start' }))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <Root
      as="section"
      ref={card}
      id={NOTES_ID}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-busy={query.isFetching}
    >
      <Head>
        <h2 id={titleId}>Notes</h2>
        {count > 0 && <span>{count.toLocaleString('en')}</span>}
      </Head>
      {mayWrite ? (
        <Write>
          <NoteComposer key={round} record={record} takesFocus={isFocused} onAdded={next} />
        </Write>
      ) : (
        <KeptDraft target={targetOf(record)} />
      )}
      {shown.length > 0 && (
        <ul aria-label="Notes">
          {shown.map((note) => (
            <li key={note.id}>
              <NoteItem
                note={note}
                record={record}
                asOf={asOf}
                isOwn={mayWrite && note.author.id === user?.id}
              />
            </li>
          ))}
        </ul>
      )}
      {isEmpty && (
        <State>
          <b>No notes yet</b>
          <span>
            What you learn about this {WORDS[record.kind]} stays with it. Your team can read it.
          </span>
        </State>
      )}
      {!isWhole && total > FIRST_COUNT ? (
        <More>
          <Button variant="ghost" size="sm" onClick={() => setWhole(true)}>
            Show all {total.toLocaleString('en')}
          </Button>
        </More>
      ) : (
        isWhole &&
        query.hasNextPage &&
        !query.isError && (
          <More>
            <Button
              variant="ghost"
              size="sm"
              isBusy={query.isFetchingNextPage}
              busyLabel="Loading"
              onClick={() => void query.fetchNextPage()}
            >
              Show more
            </Button>
          </More>
        )
      )}
      <Rest query={query} />
    </Root>
  )
}

/** Why there are no notes, or not all of them, or none that are new. */
function Rest({ query }: { query: ReturnType<typeof useNotes>['query'] }) {
  if (havePagesFailed(query)) {
    return (
      <State>
        <PagesFailed
          query={query}
          what="notes"
          notSaved="You are offline, and they were not saved on this device."
        />
      </State>
    )
  }
  if (query.data !== undefined) return null
  return (
    <Waiting aria-hidden>
      <Skeleton width="40%" height={16} />
      <Skeleton width="80%" height={16} />
    </Waiting>
  )
}

/** What was typed before the right to write was taken away, to copy it. */
function KeptDraft({ target }: { target: string }) {
  const draft = useNoteDraft(target)
  if (draft === undefined) return null
  return (
    <Write>
      <TextAreaField
        label="Note"
        isLabelHidden
        readOnly
        value={draft.text}
        hint="You can look, but not change. Nothing was sent."
      />
    </Write>
  )
}
