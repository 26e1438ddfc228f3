import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { Table } from '#src/records/list/Table.tsx'
import { Loaded } from '#src/records/page/Loaded.tsx'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Panel } from '#src/ui/lists/Panel.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { useWidth } from '#src/ui/use-width.ts'
import type { NewReadingKey, ReadingKey } from '#src/wire/reading-keys.ts'
import { NewReadingKeyDialog } from './NewReadingKeyDialog.tsx'
import { CARDS_BELOW, READING_KEY_COLUMNS } from './reading-key-columns.ts'
import { readingKeysQuery } from './reading-keys-query.ts'
import { ReadingKeyDialog } from './ReadingKeyDialog.tsx'
import { ReadingKeyCard, ReadingKeyRow } from './ReadingKeyRow.tsx'
import { RevokeReadingKeyDialog } from './RevokeReadingKeyDialog.tsx'

const Below = styled('div')`
  display: flex;
  align-items: center;
  min-height: 168px;
  padding: 0 20px;
  border-top: 1px solid var(--line);
`
/** On a phone its icon alone. */
const Create = styled('span')`
  ${MOBILE} {
    & button {
      width: 44px;
      padding: 0;
      gap: 0;
      font-size: 0;
    }
  }
`

type OpenDialog =
  | { is: 'create' }
  | { is: 'created'; key: NewReadingKey }
  | { is: 'revoke'; key: ReadingKey }

/** The keys that read in place of a person, of all projects, and the dialogs that change them. */
export function ReadingKeysPanel({ projectId, now }: { projectId: string; now: Date }) {
  const isOnline = useOnline()
  const isMobile = useIsMobile()
  const query = useQuery(readingKeysQuery)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const close = () => setOpen(null)
  return (
    <Panel
      title="Reading keys"
      note={
        isMobile
          ? 'For scripts and spreadsheets'
          : `For scripts and spreadsheets. They read and change nothing. All projects, not only ${projectId}.`
      }
      end={
        <Create>
          <Button
            size="sm"
            icon={Plus}
            disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
            onClick={() => setOpen({ is: 'create' })}
          >
            Create reading key
          </Button>
        </Create>
      }
    >
      <Loaded
        query={query}
        failed="Reading keys did not load"
        notCached="You are offline, and the reading keys were not saved on this device."
        placeholder={
          <Below role="status" aria-busy="true" aria-label="Loading the reading keys">
            <Skeleton width="40%" />
          </Below>
        }
      >
        {(keys) =>
          keys.length === 0 ? (
            <Below>
              <EmptyState
                icon={KeyRound}
                title="No reading keys"
                text="A key fetches figures for a spreadsheet without a person’s password."
              />
            </Below>
          ) : (
            <KeyList keys={keys} now={now} onRevoke={(key) => setOpen({ is: 'revoke', key })} />
          )
        }
      </Loaded>
      {open?.is === 'create' && (
        <ReadingKeyDialog onCreated={(key) => setOpen({ is: 'created', key })} onClose={close} />
      )}
      {open?.is === 'created' && <NewReadingKeyDialog created={open.key} onClose={close} />}
      {open?.is === 'revoke' && (
        <RevokeReadingKeyDialog readingKey={open.key} now={now} onClose={close} />
      )}
    </Panel>
  )
}

function KeyList(props: {
  keys: readonly ReadingKey[]
  now: Date
  onRevoke: (key: ReadingKey) => void
}) {
  const { keys, ...others } = props
  const [measure, width] = useWidth()
  const isMobile = useIsMobile()
  const isCards = isMobile || (width > 0 && width < CARDS_BELOW)
  const Item = isCards ? ReadingKeyCard : ReadingKeyRow
  const items = keys.map((key) => <Item key={key.id} readingKey={key} {...others} />)
  return (
    <div ref={measure}>
      {isCards ? (
        <ul aria-label="Reading keys">{items}</ul>
      ) : (
        <Table label="Reading keys" columns={READING_KEY_COLUMNS} isBare>
          {items}
        </Table>
      )}
    </div>
  )
}
