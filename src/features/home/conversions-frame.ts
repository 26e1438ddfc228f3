import { MOBILE, styled } from '#src/ui/theme.ts'

export const RingBox = styled('div')`
  display: grid;
  flex: 1;
  place-items: center;
  padding: 16px 0;
`
export const Ring = styled('div')`
  position: relative;
  width: 192px;
  height: 192px;
`
export const Track = styled('i')`
  display: block;
  width: 100%;
  height: 100%;
  border: 16px solid var(--chart-placeholder);
  border-radius: 50%;
`
export const Middle = styled('div')`
  position: absolute;
  inset: 0;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  pointer-events: none;
`
export const Swatch = styled('i')`
  width: 8px;
  height: 8px;
  border-radius: 2px;
  forced-color-adjust: none;
`
export const Counts = styled('dl')`
  & > div {
    display: flex;
    align-items: center;
    justify-content: space-between;
    height: 32px;
    border-top: 1px solid var(--line);
  }
  & dt {
    display: flex;
    align-items: center;
    gap: 8px;
    color: var(--text-2);
  }
  & dd {
    display: flex;
    align-items: center;
    font-weight: 500;
    font-variant-numeric: tabular-nums;
  }
  ${MOBILE} {
    & > div {
      height: 44px;
    }
  }
`
