import { CircleAlert, FileSpreadsheet } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { styled } from '#src/ui/theme.ts'

const Drop = styled('div')<{ $isOver: boolean }>`
  display: grid;
  justify-items: center;
  gap: 12px;
  padding: 32px 20px;
  border: 1px dashed ${(p) => (p.$isOver ? 'var(--text-1)' : 'var(--line-hover)')};
  border-radius: var(--r-md);
  background: ${(p) => (p.$isOver ? 'var(--surface-2)' : 'none')};
  color: var(--text-3);
  font: var(--t-small);
  text-align: center;
  overflow-wrap: anywhere;
  & > p {
    max-width: 56ch;
  }
`
const Problem = styled('p')`
  display: flex;
  align-items: flex-start;
  gap: 8px;
  color: var(--negative);
  & > svg {
    margin-top: 1px;
  }
`

/** Chooses one CSV file by the file dialog or by dropping it. */
export function FilePicker(props: {
  text: string
  /** Why the last file was not taken. */
  problem: string | null
  onChoose: (file: File) => void
}) {
  const isOnline = useOnline()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const choose = (file: File | undefined) => {
    if (file && isOnline) props.onChoose(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files[0])
  }
  return (
    <Drop
      $isOver={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon of={FileSpreadsheet} size={20} />
      <Button
        variant="primary"
        disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
        onClick={() => input.current?.click()}
      >
        Choose a file
      </Button>
      {/* The button above is the control: this one only opens the dialog. */}
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv"
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Allows selecting the same file again.
          event.target.value = ''
          choose(file)
        }}
      />
      <p>{props.text}</p>
      {props.problem !== null && (
        <Problem role="alert">
          <Icon of={CircleAlert} size={14} />
          {props.problem}
        </Problem>
      )}
    </Drop>
  )
}
