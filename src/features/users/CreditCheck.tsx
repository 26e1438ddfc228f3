import { Link } from 'wouter'
import { OutcomeNote } from '#src/writes/OutcomeNote.tsx'

/** Says that the outcome of a credit is not known, and what is being done about it. */
export function CreditCheck({ isChecking }: { isChecking: boolean }) {
  return (
    <OutcomeNote isChecking={isChecking}>
      {isChecking ? (
        'The server did not answer. Checking whether the tokens were added.'
      ) : (
        <>
          The server has not confirmed whether the tokens were added. Check again, or look in{' '}
          <Link href="/manual-transactions">Manual Transactions</Link>. Checking never adds them
          twice.
        </>
      )}
    </OutcomeNote>
  )
}
