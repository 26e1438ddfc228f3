import { useQuery } from '@tanstack/react-query'
import { allocationProof } from '#src/records/allocation-proof.ts'
import { describeError } from '#src/session/describe-error.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { useCopy } from '#src/ui/controls/use-copy.ts'
import { PRIVACY_REFUSAL } from './privacy-refusal.ts'

const NOT_CACHED = 'You are offline, and this proof is not saved on this device.'

/**
 * Copies the Merkle proof of a wallet as JSON: its address, its smallest units, the proof and the root.
 * It is requested beforehand, because a browser may refuse to copy what arrives after the click.
 */
export function CopyProof(props: {
  /** The id of the list. */
  list: string
  wallet: string
  /** "Copy proof of list 2"; "Copy proof" unless given. */
  label?: string | undefined
  isMasked: boolean
}) {
  const { list, wallet, label = 'Copy proof', isMasked } = props
  const { data, error, fetchStatus, refetch } = useQuery(allocationProof(list, wallet))
  const { copy } = useCopy(data === undefined ? '' : JSON.stringify(data, null, 2))
  const offline = data === undefined && fetchStatus === 'paused' ? NOT_CACHED : undefined
  const press = () => {
    if (data === undefined) void refetch()
    else void copy()
  }
  return (
    <>
      <Button
        size="sm"
        aria-label={label}
        isBusy={data === undefined && fetchStatus === 'fetching'}
        disabledReason={isMasked ? PRIVACY_REFUSAL : offline}
        onClick={press}
      >
        Copy proof
      </Button>
      {error !== null && data === undefined && (
        <small role="alert" className="t3" style={{ marginLeft: 8 }}>
          The proof did not load. {describeError(error)}
        </small>
      )}
    </>
  )
}
