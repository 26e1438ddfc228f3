import { shortAddress } from '#src/domain/record-formats.ts'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Root = styled('span')<{ $isQuiet: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-width: 0;
  font: var(--t-code);
  font-variant-numeric: tabular-nums;
  ${(p) => (p.$isQuiet ? 'color: var(--text-2);' : '')}
  ${MOBILE} {
    /* The icon stands as near as on a desk, and in line with what ends above it. */
    & button {
      margin: 0 -14px 0 -10px;
    }
  }
`

/** A wallet address, hash or code in the code face, cut in its middle, with a button that copies it whole. */
export function Address(props: {
  value: string
  /** What the copy button says it copies: "wallet address". */
  what: string
  /** How it is cut; addresses as 0xd204a6e1…37b8 unless told. */
  cut?: ((value: string) => string) | undefined
  isQuiet?: boolean | undefined
  /** Without the button: where the same address can be copied beside it. */
  isBare?: boolean | undefined
}) {
  const text = (props.cut ?? shortAddress)(props.value)
  return (
    <Root $isQuiet={props.isQuiet ?? false}>
      <span className="trunc" {...(text === props.value ? {} : { title: props.value })}>
        {text}
      </span>
      {!props.isBare && <CopyButton what={props.what} value={props.value} />}
    </Root>
  )
}
