/** A moment in words, with the exact one (ISO, UTC) on hover and for machines. */
export function Moment(props: { instant: string; text: string; className?: string | undefined }) {
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
