import { formatRecent } from '#src/domain/sale/record-formats.ts'

/** The creation time of a record, in the format of all rows and cards. */
export function RowDateTime({ instant, now }: { instant: string; now: Date }) {
  return <DateTime className="t3 small" instant={instant} text={formatRecent(instant, now)} />
}

/** A formatted instant, with its ISO text (UTC) as tooltip and machine-readable value. */
export function DateTime(props: { instant: string; text: string; className?: string | undefined }) {
  const { instant, text, className } = props
  return (
    <time
      className={className === undefined ? 'num' : `num ${className}`}
      dateTime={instant}
      title={instant}
    >
      {text}
    </time>
  )
}
