import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { styled } from '#src/ui/theme.ts'

const NAMES = ['first', 'second', 'third']

const Card = styled(Surface)`
  display: flex;
  align-items: center;
  gap: 32px;
  height: 332px;
  margin-bottom: 12px;
  padding: 24px;
`

/** The place of three banners while nothing has come yet (spec 2). */
export function BannersPlaceholder() {
  return NAMES.map((name) => (
    <Card key={name} as="div" aria-hidden>
      <Skeleton width="42%" height={248} radius={10} />
      <Skeleton width={124} height={258} radius={20} />
    </Card>
  ))
}
