/** A moment in words, with the exact one (ISO, UTC) on hover and for machines. */
export function Moment({ instant, text }: { instant: string; text: string }) {
  return (
    <time className="num" dateTime={instant} title={instant}>
      {text}
    </time>
  )
}
