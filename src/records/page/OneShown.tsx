import { Link, useLocation } from 'wouter'
import { css, MOBILE, styled } from '#src/ui/theme.ts'

const Root = styled('p')`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 40px;
  margin-bottom: 16px;
  color: var(--text-2);
  ${MOBILE} {
    min-height: 44px;
    margin-bottom: 12px;
  }
`
const link = css`
  color: var(--accent);
  text-underline-offset: 3px;
  &:hover {
    text-decoration: underline;
  }
  ${MOBILE} {
    padding: 12px 0;
  }
`

/** Stands above a list that shows one record of its URL, with a link to the whole list. */
export function OneShown({ noun }: { noun: string }) {
  const [path] = useLocation()
  return (
    <Root>
      <span>Showing one {noun}</span>
      <Link href={path} className={link}>
        Show all
      </Link>
    </Root>
  )
}
