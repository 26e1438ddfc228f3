import { encodeQR } from 'qr'
import { useState } from 'react'
import { ApiError, send } from '#src/api/http.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { CopyButton } from '#src/ui/controls/CopyButton.tsx'
import { CODE_INPUT, CODE_LENGTH, codeDigits } from '#src/ui/fields/CodeField.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { factorCalls } from '#src/wire/factors.ts'
import { INVALID_CODE } from '#src/wire/second-factors.ts'
import { useUnsaved } from '#src/writes/unsaved-changes.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { FACTOR_KEYS } from './factor-query.ts'

const QR_LABEL = 'QR code of the key below'

const Root = styled('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 16px 24px;
`
const Steps = styled('form')`
  display: grid;
  flex: 1 1 260px;
  gap: 12px;
  align-content: start;
  min-width: 0;
  & > p {
    color: var(--text-2);
  }
`
const Key = styled('div')`
  display: flex;
  align-items: center;
  gap: 4px;
  width: fit-content;
  max-width: 100%;
  padding: 4px 4px 4px 12px;
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  & > code {
    font: var(--t-code);
    overflow-wrap: anywhere;
  }
`
const Line = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: 8px;
  & > div {
    width: 152px;
  }
  & input {
    font: 16px/20px var(--mono);
    letter-spacing: 0.2em;
  }
  /* Beside the input, below its label. */
  & button {
    height: 36px;
    margin-top: 22px;
  }
  ${MOBILE} {
    & > div {
      width: 100%;
    }
    & button {
      height: 44px;
      margin-top: 0;
    }
  }
`

const focus = (input: HTMLInputElement | null) => input?.focus()

/** "JBSW Y3DP", as apps show it. */
const grouped = (key: string) => key.match(/.{1,4}/g)?.join(' ') ?? key

/** Readers need four light modules around the code. */
const QUIET_MODULES = 4

const Code = styled('svg')`
  display: block;
  flex: none;
  width: 160px;
  height: 160px;
  background: #fff;
  border-radius: var(--r-md);
  /* Readers need dark modules on a light ground, whatever colours the system forces. */
  fill: #0a0c0e;
  forced-color-adjust: none;
`

/** A QR code of a text. `label` names it for people who can't scan it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: QUIET_MODULES })
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <Code
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </Code>
  )
}

/** Shows the key of an authenticator app, and turns it on with the app's first code. */
export function TotpSetup(props: {
  setup: { key: string; uri: string }
  offline: string | undefined
  onCancel: () => void
  onDone: () => void
}) {
  const { key, uri } = props.setup
  // A phone's keyboard would cover the key.
  const isMobile = useIsMobile()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const { write, isBusy } = useWrite({
    // Resolves to whether the code was right; a wrong one is shown at its field.
    mutationFn: async (digits: string) => {
      try {
        await send(factorCalls.confirmTotp, { body: { code: digits } })
        return true
      } catch (failure) {
        if (failure instanceof ApiError && failure.message === INVALID_CODE) return false
        throw failure
      }
    },
    meta: {
      success: (isRight) => (isRight ? 'Authenticator turned on' : undefined),
      failure: 'Error turning the authenticator on',
      invalidates: FACTOR_KEYS,
    },
  })
  // The key is not shown again.
  useUnsaved(code !== '')
  const submit = async () => {
    const isRight = await write(code)
    if (isRight === true) props.onDone()
    if (isRight === false) setError(`${INVALID_CODE}. Is the clock of your phone right?`)
  }
  return (
    <Root>
      <QrCode text={uri} label={QR_LABEL} />
      <Steps
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (code.length === CODE_LENGTH) void submit()
        }}
      >
        <p>Scan this with your app, or type the key.</p>
        <Key>
          <code>{grouped(key)}</code>
          <CopyButton what="key" value={key} size="sm" />
        </Key>
        <Line>
          <TextField
            {...CODE_INPUT}
            label="Code"
            {...(isMobile ? {} : { ref: focus })}
            value={code}
            error={error}
            readOnly={isBusy}
            onChange={(event) => {
              setCode(codeDigits(event.target.value))
              setError(undefined)
            }}
          />
          <Button
            type="submit"
            variant="primary"
            disabled={code.length < CODE_LENGTH}
            isBusy={isBusy}
            busyLabel="Turning on"
            disabledReason={props.offline}
          >
            Turn on
          </Button>
          <Button variant="ghost" disabled={isBusy} onClick={props.onCancel}>
            Cancel
          </Button>
        </Line>
      </Steps>
    </Root>
  )
}
