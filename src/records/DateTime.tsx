import { formatRecent } from '#src/domain/record-formats.ts'

/** When a record of a list came to be: the one format of every list's rows and cards. */
export function RowDateTime({ instant, now }: { instant: string; now: Date }) {
  return <DateTime className="t3 small" instant={instant} text={formatRecent(instant, now)} />
}

/** A moment in words, with the exact one (ISO, UTC) on hover and for machines. */
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
