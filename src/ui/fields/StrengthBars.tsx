import { passwordStrength } from '#src/domain/people/password-strength.ts'
import { styled } from '#src/ui/theme.ts'

const BARS = [1, 2, 3, 4] as const
const COLOURS = ['line-strong', 'negative', 'warning', 'positive', 'positive'] as const

const Bars = styled('span')`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 4px;
  margin-bottom: 6px;
`
const Bar = styled('i')<{ $colour: string }>`
  height: 4px;
  background: var(--${(p) => p.$colour});
  border-radius: 2px;
`

const EMPTY = { score: 0, hint: 'Three or four random words are strong.' } as const

/** How hard a password is to guess, as four bars and a sentence; as high without a password. */
export function StrengthBars({ password }: { password: string }) {
  const { score, hint } = password === '' ? EMPTY : passwordStrength(password)
  return (
    <div>
      <Bars aria-hidden>
        {BARS.map((bar) => (
          <Bar key={bar} $colour={bar <= score ? COLOURS[score] : 'line-strong'} />
        ))}
      </Bars>
      {hint}
    </div>
  )
}
