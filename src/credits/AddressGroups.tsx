import { addressGroups } from '#src/domain/sale/record-formats.ts'
import { CopyButton } from '#src/ui/controls/CopyButton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Box = styled('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 10px 8px 10px 12px;
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  ${MOBILE} {
    gap: 0;
    padding: 4px 0 4px 12px;
  }
`
const Groups = styled('div')`
  flex: 1;
  display: grid;
  grid-template-columns: auto repeat(5, auto);
  justify-content: start;
  gap: 2px 12px;
  font: 400 14px/24px var(--mono);
  color: var(--text-2);
  ${MOBILE} {
    column-gap: 10px;
    font-size: 15px;
  }
  @media screen and (max-width: 359px) {
    column-gap: 8px;
    font-size: 14px;
  }
`
const Prefix = styled('span')`
  margin-right: -10px;
  color: var(--text-3);
  ${MOBILE} {
    margin-right: -8px;
  }
`
const End = styled('b')`
  color: var(--text-1);
  font-weight: 600;
`

const PER_LINE = 5

/** A full address in groups of four digits, which are easy to compare. */
export function AddressGroups({ address }: { address: string }) {
  const groups = addressGroups(address)
  return (
    <Box>
      <Groups role="img" aria-label={address}>
        {groups.flatMap((group, index) => {
          const isEnd = index < 2 || index === groups.length - 1
          const cell = isEnd ? (
            <End key={`${index} ${group}`}>{group}</End>
          ) : (
            <span key={`${index} ${group}`}>{group}</span>
          )
          if (index % PER_LINE !== 0) return [cell]
          const prefix = (
            <Prefix key={`line ${index}`}>{index === 0 ? address.slice(0, 2) : ''}</Prefix>
          )
          return [prefix, cell]
        })}
      </Groups>
      <CopyButton what="wallet address" value={address} />
    </Box>
  )
}
