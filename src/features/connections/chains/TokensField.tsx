import { Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { BareInput, InputFrame } from '#src/ui/fields/input-frame.ts'
import { GroupError, GroupFrame, GroupLabel } from '#src/ui/fields/LabelledGroup.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { MAX_TOKENS } from '#src/wire/chains.ts'
import { NEW_TOKEN, type ChainForm, type TokenRow } from './chain-form.ts'

const Label = styled(GroupLabel)`
  align-items: center;
  & button {
    height: 20px;
    padding: 0;
  }
  ${MOBILE} {
    & button {
      height: 44px;
      margin: -12px 0;
    }
  }
`
const Rows = styled('div')`
  display: grid;
  gap: 6px;
  ${MOBILE} {
    gap: 12px;
  }
`
const Row = styled('div')`
  display: grid;
  grid-template-columns: 96px minmax(0, 1fr) 80px 32px;
  gap: 8px;
  align-items: center;
  &.heads {
    font: var(--t-small);
    color: var(--text-3);
  }
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr) 88px 44px;
    &.heads {
      display: none;
    }
    & > :nth-child(2) {
      grid-row: 2;
      grid-column: 1 / -1;
    }
  }
`

const COLUMNS = [
  { key: 'symbol', label: 'Symbol', placeholder: 'Symbol' },
  { key: 'address', label: 'Token contract', placeholder: 'The chain’s own coin' },
  { key: 'decimals', label: 'Decimals', placeholder: 'Decimals' },
] as const

/** The tokens of a chain, a row for each; errors of all rows stand below them. */
export function TokensField(props: { form: UseFormReturn<ChainForm>; readOnly: boolean }) {
  const { form, readOnly } = props
  const labelId = useId()
  const errorId = useId()
  const group = useRef<HTMLDivElement>(null)
  const messageAt = (at: number, key: keyof TokenRow) =>
    form.getFieldState(`tokens.${at}.${key}`, form.formState).error?.message
  return (
    <Controller
      control={form.control}
      name="tokens"
      render={({ field, fieldState }) => {
        const { value: rows, onChange } = field
        const messages = rows.flatMap((_row, at) =>
          COLUMNS.flatMap(({ key }) => messageAt(at, key) ?? []),
        )
        // Of the rows as a whole: there is none, or too many.
        const whole = fieldState.error?.message ?? fieldState.error?.root?.message
        if (whole !== undefined && whole !== '') messages.push(whole)
        return (
          <GroupFrame
            ref={group}
            role="group"
            aria-labelledby={labelId}
            onBlur={(event) => {
              // Only when all rows are left: the fields of a new one are still empty.
              if (!event.currentTarget.contains(event.relatedTarget)) field.onBlur()
            }}
          >
            <Label>
              <div id={labelId}>Tokens</div>
              <Button
                size="sm"
                variant="ghost"
                icon={Plus}
                disabledReason={
                  rows.length < MAX_TOKENS ? undefined : `There are ${MAX_TOKENS} tokens already.`
                }
                onClick={() => onChange([...rows, NEW_TOKEN])}
              >
                Add token
              </Button>
            </Label>
            <Rows>
              <Row className="heads" aria-hidden>
                <span>Symbol</span>
                <span>Contract</span>
                <span>Decimals</span>
              </Row>
              {rows.map((row, at) => (
                <Row key={at}>
                  {COLUMNS.map(({ key, label, placeholder }) => {
                    const isInvalid = messageAt(at, key) !== undefined
                    return (
                      <InputFrame key={key} $size="sm" $isInvalid={isInvalid} $isDisabled={false}>
                        <BareInput
                          // The first one gets the focus of an error.
                          ref={at === 0 && key === 'symbol' ? field.ref : undefined}
                          type="text"
                          aria-label={label}
                          placeholder={placeholder}
                          title={key === 'address' ? row.address : undefined}
                          autoComplete="off"
                          spellCheck={false}
                          inputMode={key === 'decimals' ? 'numeric' : undefined}
                          $isMono={key === 'address' && row.address !== ''}
                          readOnly={readOnly}
                          value={row[key]}
                          aria-invalid={isInvalid}
                          {...(isInvalid ? { 'aria-describedby': errorId } : {})}
                          onChange={({ target }) =>
                            onChange(
                              rows.map((each) =>
                                each === row ? { ...row, [key]: target.value } : each,
                              ),
                            )
                          }
                        />
                      </InputFrame>
                    )
                  })}
                  <IconButton
                    label={`Remove ${row.symbol.trim() || `row ${at + 1}`}`}
                    icon={X}
                    size="md"
                    disabled={readOnly}
                    onClick={() => {
                      onChange(rows.filter((each) => each !== row))
                      // The pressed button is gone.
                      group.current?.querySelector('button')?.focus()
                    }}
                  />
                </Row>
              ))}
            </Rows>
            <div id={errorId}>
              {[...new Set(messages)].map((message) => (
                <GroupError key={message} text={message} />
              ))}
            </div>
          </GroupFrame>
        )
      }}
    />
  )
}
