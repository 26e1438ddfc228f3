import { OutcomeNote } from './OutcomeNote.tsx'

/** In a dialog: nobody has said whether `what` ("banner") was created, and what is being done about it. */
export function CreationCheck({ what, isChecking }: { what: string; isChecking: boolean }) {
  return (
    <OutcomeNote isChecking={isChecking}>
      {isChecking
        ? `The server did not answer. Checking whether the ${what} was created.`
        : `The server has not confirmed whether the ${what} was created. Check again, or look in the list. Checking never creates it twice.`}
    </OutcomeNote>
  )
}
