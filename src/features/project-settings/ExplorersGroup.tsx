import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { EXPLORER_PRESETS } from '#src/domain/sale/explorers.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { ReadOnlyField } from '#src/ui/fields/ReadOnlyField.tsx'
import { SelectField } from '#src/ui/fields/SelectField.tsx'
import { SettingsGroup, Wide } from '#src/ui/fields/SettingsGroup.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { MAX_EXPLORERS } from '#src/wire/explorers.ts'
import {
  OWN_LINKS,
  readRows,
  rowErrors,
  toRowsText,
  type ExplorerRow,
  type RowErrors,
} from './explorers-form.ts'
import type { SettingsFormState } from './use-settings-form.ts'

const Row = styled('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr)) 32px;
  gap: 12px 16px;
  align-items: start;
  & + & {
    margin-top: 20px;
    padding-top: 20px;
    border-top: 1px solid var(--line);
  }
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr) 44px;
    & > :nth-child(n + 4),
    & > :nth-child(2) {
      grid-column: 1 / -1;
    }
    & > :nth-child(3) {
      grid-area: 1 / 2;
    }
  }
`
const Remove = styled('span')`
  /* Beside the box, below the label. */
  margin-top: 26px;
`
const Foot = styled('div')`
  * + & {
    margin-top: 20px;
  }
`

const CHAINS = [
  ...[...EXPLORER_PRESETS.keys()].map((chain) => ({ value: chain, label: chain })),
  { value: OWN_LINKS, label: 'Own links' },
]
const ALL_OTHERS = 'All other tokens'
const NEW_ROW: ExplorerRow = { token: '', chain: 'Ethereum', hash_url: '', address_url: '' }

/** The explorer of each payment token's chain, to which hashes and addresses lead. */
export function ExplorersGroup({ form }: { form: SettingsFormState }) {
  const group = useRef<HTMLDivElement>(null)
  const rows = readRows(form.values.explorers)
  // A server from before explorers would refuse them.
  if (form.project.explorers === undefined) return null
  if (form.isReadOnly) return <SavedExplorers rows={rows} />
  const errors =
    form.errorOf('explorers') === undefined ? new Map<number, RowErrors>() : rowErrors(rows)
  const set = (changed: readonly ExplorerRow[]) => form.set('explorers', toRowsText(changed))
  return (
    <SettingsGroup
      title="Block explorer"
      description="Hashes and addresses lead to it. Each payment token can have the explorer of its chain."
    >
      <Wide ref={group} onBlur={() => form.leave('explorers')}>
        {rows.map((row, at) => (
          <ExplorerFields
            key={at}
            row={row}
            errors={errors.get(at) ?? {}}
            isEdited={form.isEdited('explorers')}
            onChange={(change) =>
              set(rows.map((each) => (each === row ? { ...row, ...change } : each)))
            }
            onRemove={() => {
              set(rows.filter((each) => each !== row))
              // The pressed button is gone.
              group.current?.querySelector<HTMLElement>('button:last-of-type')?.focus()
            }}
          />
        ))}
        <Foot>
          <Button
            size="sm"
            icon={Plus}
            disabledReason={
              rows.length < MAX_EXPLORERS
                ? undefined
                : `There are ${MAX_EXPLORERS} explorers already.`
            }
            onClick={() => set([...rows, NEW_ROW])}
          >
            Add explorer
          </Button>
        </Foot>
      </Wide>
    </SettingsGroup>
  )
}

function SavedExplorers({ rows }: { rows: readonly ExplorerRow[] }) {
  return (
    <SettingsGroup title="Block explorer" description="Hashes and addresses lead to it.">
      {rows.length === 0 && <ReadOnlyField label="Explorer">None</ReadOnlyField>}
      {rows.map(({ token, chain, hash_url: url }, at) => (
        <ReadOnlyField key={at} label={token.trim() === '' ? ALL_OTHERS : token}>
          {chain === OWN_LINKS ? <span className="mono">{url}</span> : chain}
        </ReadOnlyField>
      ))}
    </SettingsGroup>
  )
}

function ExplorerFields(props: {
  row: ExplorerRow
  errors: RowErrors
  isEdited: boolean
  onChange: (change: Partial<ExplorerRow>) => void
  onRemove: () => void
}) {
  const { row, errors, isEdited, onChange } = props
  const name = row.token.trim() === '' ? 'all other tokens' : row.token.trim()
  const own = { isMono: true, inputMode: 'url', spellCheck: false, autoComplete: 'off' } as const
  return (
    <Row role="group" aria-label={`Explorer of ${name}`}>
      <TextField
        label="Payment token"
        placeholder={ALL_OTHERS}
        autoComplete="off"
        value={row.token}
        isEdited={isEdited}
        error={errors.payment_token}
        onChange={({ target }) => onChange({ token: target.value })}
      />
      <SelectField
        label="Chain"
        options={CHAINS}
        value={row.chain}
        isEdited={isEdited}
        onChange={(chain) => {
          // Own links begin as those of the chain.
          const links = EXPLORER_PRESETS.get(row.chain)
          onChange({ chain, ...(chain === OWN_LINKS && links) })
        }}
      />
      <Remove>
        <IconButton
          label={`Remove the explorer of ${name}`}
          icon={Trash2}
          onClick={props.onRemove}
        />
      </Remove>
      {row.chain === OWN_LINKS && (
        <>
          <TextField
            {...own}
            label="Transaction link"
            placeholder="https://explorer.example/tx/{hash}"
            value={row.hash_url}
            error={errors.hash_url}
            onChange={({ target }) => onChange({ hash_url: target.value })}
          />
          <TextField
            {...own}
            label="Address link"
            placeholder="https://explorer.example/address/{address}"
            value={row.address_url}
            error={errors.address_url}
            onChange={({ target }) => onChange({ address_url: target.value })}
          />
        </>
      )}
    </Row>
  )
}
