import { Check } from 'lucide-react'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { STEPS } from './import-text.ts'

const List = styled('ol')`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-bottom: 16px;
  & > li {
    display: flex;
    align-items: center;
    gap: 8px;
    height: 32px;
    padding: 0 12px 0 10px;
    border-radius: var(--r-md);
    color: var(--text-3);
    font: var(--t-label);
    white-space: nowrap;
  }
  & > li[data-done] {
    color: var(--text-2);
  }
  & > li[aria-current] {
    background: var(--surface-2);
    color: var(--text-1);
  }
  & b {
    display: grid;
    place-items: center;
    width: 18px;
    height: 18px;
    border: 1px solid var(--line-hover);
    border-radius: 50%;
    font-weight: 600;
    font-size: 12px;
  }
  /* Four names do not fit: only the current one is written out. */
  ${MOBILE} {
    flex-wrap: nowrap;
    gap: 4px;
    margin-bottom: 12px;
    & > li > span {
      position: absolute;
      clip-path: inset(50%);
    }
    & > li[aria-current] > span:last-child {
      position: static;
      clip-path: none;
    }
  }
`

/** The steps of an import in one row. */
export function Steps({ current, isDone }: { current: number; isDone: boolean }) {
  return (
    <List aria-label="Steps">
      {STEPS.map((name, at) => {
        const hasPassed = at < current || isDone
        return (
          <li
            key={name}
            {...(at === current ? { 'aria-current': 'step' as const } : {})}
            {...(hasPassed ? { 'data-done': '' } : {})}
          >
            {hasPassed ? <Icon of={Check} size={14} /> : <b aria-hidden>{at + 1}</b>}
            {hasPassed && <span className="sr">Done: </span>}
            <span>{name}</span>
          </li>
        )
      })}
    </List>
  )
}
