import { MOBILE, styled } from '#src/ui/theme.ts'

/** One quiet line that uses the room below the last bar, so that it moves nothing. */
export const Reconciled = styled('div')`
  height: 14px;
  margin: -2px 0 -8px;
`
/** Cards of rows end 4 px closer to their edge than graph cards. */
export const Foot = styled('div')`
  margin: auto 0 -4px;
  ${MOBILE} {
    margin: auto 0 -8px;
    padding-top: 4px;
  }
`
export const DepositsFoot = styled('div')`
  display: flex;
  align-items: center;
  gap: 4px;
  height: 28px;
  color: var(--text-3);
  font: var(--t-small);
  ${MOBILE} {
    height: 44px;
  }
`
