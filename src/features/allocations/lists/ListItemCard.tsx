import { styled } from '#src/ui/theme.ts'
import {
  frozenAt,
  ListName,
  ListProgress,
  ListTokens,
  ListWallets,
  RunningFile,
  WithdrawnText,
} from './list-cells.tsx'
import { ListDownload } from './ListDownload.tsx'
import { ListMenu } from './ListMenu.tsx'
import { bringIntoView, hasSums, type ListItemProps } from './ListRow.tsx'

const Box = styled('li')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  padding: 16px;
  border-top: 1px solid var(--line);
  font-variant-numeric: tabular-nums;
  &[aria-current] {
    background: var(--surface-2);
    box-shadow: inset 2px 0 0 var(--accent);
  }
  & > p {
    font: var(--t-small);
    color: var(--text-3);
    overflow-wrap: anywhere;
  }
`
const Line = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 4px 12px;
  overflow-wrap: anywhere;
`
const Actions = styled('div')`
  display: flex;
  gap: 8px;
  & > :first-child,
  & > span:first-child > button {
    flex: 1;
  }
  & > [aria-haspopup]:last-child {
    width: 48px;
    border-color: var(--line-strong);
  }
`

/** A list as a card. */
export function ListItemCard(props: ListItemProps) {
  const { list, files, isMasked, isMarked } = props
  return (
    <Box ref={isMarked ? bringIntoView : undefined} {...(isMarked ? { 'aria-current': true } : {})}>
      <Line>
        <ListName list={list} />
        <span className="t2 small">{frozenAt(list)}</span>
      </Line>
      {hasSums(list) ? (
        <Line>
          <ListTokens list={list} unit={list.project_id} isMasked={isMasked} />
          <span className="t2">
            <ListWallets list={list} isMasked={isMasked} />
          </span>
        </Line>
      ) : (
        <ListProgress list={list} isMasked={isMasked} />
      )}
      <p>
        {list.note ?? 'No note'}, by {list.made_by}
      </p>
      {list.state === 'withdrawn' && (
        <p>
          <WithdrawnText list={list} />
        </p>
      )}
      {hasSums(list) && (
        <Actions>
          <ListDownload list={list} files={files} />
          <ListMenu list={list} hasRoot onWithdraw={props.onWithdraw} />
        </Actions>
      )}
      {files.running?.list.id === list.id && <RunningFile files={files} />}
    </Box>
  )
}
