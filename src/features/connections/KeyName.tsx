import type { IngestKey } from '#src/wire/ingest-keys.ts'

/** A key in a sentence: its name and its last characters. */
export function KeyName({ of: { name, last4 } }: { of: IngestKey }) {
  return (
    <>
      <b>
        <bdi>{name}</bdi>
      </b>{' '}
      <span style={{ whiteSpace: 'nowrap' }}>
        (<span className="mono">…{last4}</span>)
      </span>
    </>
  )
}
