import { shortAddress } from '#src/domain/text/text.ts'
import { CopyButton } from '#src/ui/controls/CopyButton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { RecordLink, type RecordKind } from './RecordLink.tsx'

const Root = styled('span')<{ $isQuiet: boolean; $isWhole: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-width: 0;
  font: var(--t-code);
  font-variant-numeric: tabular-nums;
  ${(p) => (p.$isQuiet ? 'color: var(--text-2);' : '')}
  ${MOBILE} {
    /* A larger touch target, with the icon where the desktop layout has it. */
    & button {
      margin: 0 -14px 0 -10px;
    }
    /* Two lines are a large target as they are. */
    ${(p) =>
      p.$isWhole
        ? '& > a { display: flex; align-items: center; min-height: 44px; padding: 2px 0; margin: -2px 0; }'
        : ''}
  }
`

/** A wallet address, hash or code, shortened in its middle, with a button that copies all of it. */
export function Address(props: {
  value: string
  /** Names the value in the copy button's label: "wallet address". */
  what: string
  /** Shortens the value: to 0xd204a6e1…37b8 by default; null shows all of it. */
  cut?: ((value: string) => string) | null | undefined
  isQuiet?: boolean | undefined
  /** The record that it names, which it links to; its id is the value unless given. */
  of?: { kind: RecordKind; projectId: string; id?: string } | null | undefined
  /** Without the button, where another one copies the same address. */
  isBare?: boolean | undefined
}) {
  const { cut = shortAddress, of } = props
  const text = cut === null ? props.value : cut(props.value)
  const whole = text === props.value ? undefined : props.value
  return (
    <Root $isQuiet={props.isQuiet ?? false} $isWhole={cut === null}>
      {of ? (
        <RecordLink
          kind={of.kind}
          projectId={of.projectId}
          id={of.id ?? props.value}
          className="trunc"
          title={whole}
          label={whole}
        >
          {text}
        </RecordLink>
      ) : (
        <span className="trunc" title={whole}>
          {text}
        </span>
      )}
      {!props.isBare && <CopyButton what={props.what} value={props.value} />}
    </Root>
  )
}
