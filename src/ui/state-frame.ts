import { styled } from './theme.ts'

/** The centred column in which a place says that it is empty or failed. */
export const StateFrame = styled('div')`
  display: flex;
  flex: 1;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 4px;
  padding: 24px;
  text-align: center;
  color: var(--text-3);
  & > svg {
    margin-bottom: 8px;
  }
  & > button {
    margin-top: 12px;
  }
`

export const StateTitle = styled('b')`
  font: var(--t-label);
  color: var(--text-1);
`
