import { Surface } from '#src/ui/Surface.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'

/** The grid of a banner's card: handle, laptop, phone, then what is said about it. */
export const BannerBox = styled(Surface)`
  display: grid;
  grid-template-columns: 24px minmax(0, 432px) 124px minmax(216px, 1fr);
  gap: 0 32px;
  align-items: center;
  margin-bottom: 12px;
  padding: 24px 24px 20px 16px;
  @media (max-width: 1199px) {
    grid-template-columns: 24px minmax(0, 1fr) 124px;
    gap: 16px 24px;
  }
  ${MOBILE} {
    grid-template-columns: minmax(0, 1fr) 104px;
    gap: 12px 16px;
    align-items: end;
    padding: 12px 16px 16px;
  }
`
export const HandlePlace = styled('div')`
  display: grid;
  place-items: center;
  & > button {
    width: 24px;
    height: 44px;
  }
  ${MOBILE} {
    grid-column: 1 / -1;
    justify-self: end;
    & > button {
      width: 44px;
      margin: 0 -12px -8px 0;
    }
  }
`
export const About = styled('div')`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  align-self: stretch;
  gap: 16px;
  min-width: 0;
  padding-left: 32px;
  border-left: 1px solid var(--line);
  & button {
    margin-top: auto;
  }
  & > h2 {
    font: var(--t-title);
    letter-spacing: -0.006em;
  }
  @media (max-width: 1199px) {
    grid-column: 2 / -1;
    padding: 0;
    border: 0;
    & button {
      margin-top: 0;
    }
  }
  ${MOBILE} {
    grid-column: 1 / -1;
    & button {
      align-self: stretch;
    }
    & > h2 {
      position: absolute;
      top: 18px;
    }
  }
`
export const ClickUrl = styled('div')`
  display: grid;
  gap: 6px;
  width: 100%;
  min-width: 0;
  & > span:first-child {
    font: var(--t-small);
    font-weight: 500;
    color: var(--text-3);
  }
  & > span:last-child {
    overflow-wrap: anywhere;
    color: var(--text-1);
  }
`
