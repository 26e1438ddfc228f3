import {
  PLACEHOLDERS,
  type ExampleValues,
  type Placeholder,
} from '#src/domain/text/message-placeholders.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Root = styled('div')`
  padding: 12px;
  border-top: 1px solid var(--line-strong);
`
const Hint = styled('span')`
  font: var(--t-small);
  color: var(--text-3);
`
const List = styled('ul')`
  display: grid;
  /* The longest name and a few signs of its example. */
  grid-template-columns: repeat(auto-fill, minmax(min(216px, 100%), 1fr));
  gap: 0 24px;
  margin-top: 4px;
`
const Chip = styled('button')`
  display: flex;
  align-items: center;
  gap: 8px;
  width: calc(100% + 16px);
  min-width: 0;
  height: 28px;
  margin: 0 -8px;
  padding: 0 8px;
  border-radius: var(--r-sm);
  &:hover {
    background: var(--surface-3);
  }
  ${MOBILE} {
    height: 44px;
  }
`
const Name = styled('span')`
  font: var(--t-code);
  color: var(--text-1);
`
const Example = styled('span')`
  margin-left: auto;
  font: var(--t-small);
  color: var(--text-3);
  text-align: right;
`

/** All placeholders with example values; clicking one inserts it at the caret. */
export function PlaceholderList(props: {
  values: ExampleValues
  onInsert: (name: Placeholder) => void
}) {
  return (
    <Root>
      <Hint>Placeholders, with example values</Hint>
      <List>
        {PLACEHOLDERS.map((name) => (
          <li key={name} style={{ minWidth: 0 }}>
            <Chip
              type="button"
              // Keeps the focus in the textarea.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => props.onInsert(name)}
            >
              <Name>{name}</Name>
              <Example className="trunc">{props.values[name]}</Example>
            </Chip>
          </li>
        ))}
      </List>
    </Root>
  )
}
