import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { OFFLINE_REFUSAL, useOnline } from '#src/api/use-online.ts'
import { toDecimal } from '#src/domain/decimals.ts'
import { refreshWallet, saveOverride, walletKey } from '#src/records/wallet-queries.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Wallet } from '#src/wire/wallets.ts'
import { useWrite } from '#src/writes/use-write.ts'
import {
  clampOverride,
  overrideDrafts,
  OVERRIDES,
  readOverride,
  type OverrideField,
} from './override-rules.ts'

const Form = styled('form')`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 8px;
  align-items: start;
`
const Beside = styled('div')`
  padding-top: 22px;
  & button {
    height: 36px;
  }
  ${MOBILE} {
    & button {
      height: 44px;
    }
  }
`

/** Edits one referral override of a wallet. An empty value restores the project's default. */
export function OverrideEdit(props: {
  wallet: Wallet
  field: OverrideField
  /** The project's value, formatted; null while unknown. */
  projectDefault: string | null
}) {
  const { wallet, field } = props
  const { label, suffix } = OVERRIDES[field]
  const client = useQueryClient()
  const isOnline = useOnline()
  const savedValue = wallet[field]
  const saved = savedValue === null ? '' : toDecimal(savedValue)
  const id = walletKey(wallet)
  const draft = overrideDrafts.use(id)[field]
  const [isTouched, setTouched] = useState(false)
  const text = draft ?? saved
  const isEdited = text !== saved
  const read = readOverride(field, text)

  const keep = (next: string) => {
    if (next === saved) overrideDrafts.forget(id, field)
    else overrideDrafts.change(id, { [field]: next })
  }
  const save = useWrite({
    mutationFn: async (value: number | null) => {
      await saveOverride(client, wallet, field, value)
      overrideDrafts.forget(id, field)
      setTouched(false)
      return true
    },
    meta: {
      loading: 'Updating value',
      success: 'Successfully update',
      failure: 'Error updating value',
    },
  })

  const submit = async (value: number | null) => {
    if ((await save.write(value)) !== undefined) return
    // The server may have saved it although the response was lost.
    await refreshWallet(client, wallet)
  }
  // A draft equal to the saved value is not a change.
  useEffect(() => {
    if (overrideDrafts.read(id)[field] === saved) overrideDrafts.forget(id, field)
  }, [id, field, saved])

  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTouched(true)
        if (isEdited && 'value' in read) void submit(read.value)
      }}
    >
      <TextField
        label={label}
        inputMode="decimal"
        autoComplete="off"
        placeholder="Default"
        suffix={suffix}
        isEdited={isEdited}
        hint={props.projectDefault === null ? undefined : `Project default ${props.projectDefault}`}
        error={isTouched && 'error' in read ? read.error : undefined}
        value={text}
        readOnly={save.isBusy}
        onChange={(event) => keep(clampOverride(field, event.target.value))}
        onBlur={() => setTouched(true)}
      />
      <Beside>
        <Button
          type="submit"
          aria-label={`Save ${label}`}
          isBusy={save.isBusy}
          busyLabel="Saving"
          disabled={!isEdited}
          disabledReason={isEdited && !isOnline ? OFFLINE_REFUSAL : undefined}
        >
          Save
        </Button>
      </Beside>
    </Form>
  )
}
