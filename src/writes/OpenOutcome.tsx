import type { ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { OutcomeNote } from './OutcomeNote.tsx'

/** On a page: a write that nobody has answered for, also from before a reload, and how to find out. */
export function OpenOutcome(props: { onCheck: () => void; children: ReactNode }) {
  return (
    <div style={{ marginBottom: 16 }}>
      <OutcomeNote
        isChecking={false}
        action={
          <Button size="sm" onClick={props.onCheck}>
            Check
          </Button>
        }
      >
        {props.children}
      </OutcomeNote>
    </div>
  )
}
