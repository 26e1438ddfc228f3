import { Button } from '#src/ui/Button.tsx'
import { OutcomeNote } from '#src/ui/OutcomeNote.tsx'
import { newCodes } from './new-code.ts'

/** In the dialog: nobody has said whether the code was created, and what is being done about it. */
export function CodeCheck({ isChecking }: { isChecking: boolean }) {
  return (
    <OutcomeNote isChecking={isChecking}>
      {isChecking
        ? 'The server did not answer. Checking whether the code was created.'
        : 'Nobody has answered yet whether the code was created. Check again, or look in the list. Checking never creates it twice.'}
    </OutcomeNote>
  )
}

/** On the page: the same, also from before a reload; nothing where all is well. */
export function OpenCode({ onCheck }: { onCheck: () => void }) {
  const [open] = newCodes.useAll()
  if (open === undefined) return null
  const { code, project_id: project } = open.what.body
  return (
    <div style={{ marginBottom: 16 }}>
      <OutcomeNote
        isChecking={false}
        action={
          <Button size="sm" onClick={onCheck}>
            Check
          </Button>
        }
      >
        Nobody has answered yet whether the code <bdi className="mono">{code}</bdi> for the{' '}
        <bdi>{project}</bdi> token was created.
      </OutcomeNote>
    </div>
  )
}
