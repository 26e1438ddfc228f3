import { Check, Minus } from 'lucide-react'
import { styled } from '#src/ui/theme.ts'

const Box = styled('span')<{ $isOn: boolean }>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  flex: none;
  width: 16px;
  height: 16px;
  border: 1px solid ${(p) => (p.$isOn ? 'var(--ink)' : 'var(--text-3)')};
  border-radius: 4px;
  background: ${(p) => (p.$isOn ? 'var(--ink)' : 'transparent')};
  color: ${(p) => (p.$isOn ? 'var(--on-ink)' : 'var(--text-1)')};
`

/** The drawing of a checkbox; the control around it has the role and the state. */
export function CheckMark(props: { isChecked: boolean; isMixed?: boolean | undefined }) {
  const isMixed = props.isMixed ?? false
  return (
    <Box aria-hidden $isOn={props.isChecked && !isMixed}>
      {isMixed ? (
        <Minus size={12} strokeWidth={3} />
      ) : (
        props.isChecked && <Check size={12} strokeWidth={3} />
      )}
    </Box>
  )
}
