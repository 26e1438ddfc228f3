import { useQueryClient } from '@tanstack/react-query'
import { toDecimal } from '#src/domain/money/decimals.ts'
import { refreshWallet, saveOverride } from '#src/records/wallet-queries.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Wallet } from '#src/wire/wallets.ts'
import { useSavedForm } from '#src/writes/use-saved-form.ts'
import {
  clampOverride,
  overrideDraftId,
  overrideDrafts,
  overrideFormSchema,
  OVERRIDES,
  readOverride,
  type OverrideField,
  type OverrideForm,
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
  const saved: OverrideForm = { value: savedValue === null ? '' : toDecimal(savedValue) }
  const form = useSavedForm({
    id: overrideDraftId(wallet, field),
    drafts: overrideDrafts,
    saved,
    schema: overrideFormSchema(field),
    toUpdate: ({ value }): Partial<OverrideForm> => (value === saved.value ? {} : { value }),
    write: {
      mutationFn: async ({ value = '' }: Partial<OverrideForm>) => {
        const read = readOverride(field, value)
        if ('error' in read) throw new Error(read.error)
        await saveOverride(client, wallet, field, read.value)
        return true
      },
      meta: {
        loading: 'Updating value',
        success: 'Successfully update',
        failure: 'Error updating value',
      },
    },
  })
  const { isBusy } = form
  const isEdited = form.isEdited('value')

  const submit = async () => {
    if (!form.validate() || !isEdited || (await form.save())) return
    // The server may have saved it although the response was lost.
    await refreshWallet(client, wallet)
  }

  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
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
        error={form.errorOf('value')}
        value={form.values.value}
        readOnly={isBusy}
        onChange={(event) => form.set('value', clampOverride(field, event.target.value))}
        onBlur={() => form.leave('value')}
      />
      <Beside>
        <Button
          type="submit"
          aria-label={`Save ${label}`}
          isBusy={isBusy}
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
