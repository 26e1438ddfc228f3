import { ArrowRight } from 'lucide-react'
import { useLocation } from 'wouter'
import { formatAge } from '#src/domain/time/format-time.ts'
import { differenceHref } from '#src/records/record-hrefs.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { Select, type SelectOption } from '#src/ui/controls/Select.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { AllocationList } from '#src/wire/allocation-lists.ts'
import { listOptions, NOW } from './difference-text.ts'

const Root = styled('div')`
  display: flex;
  align-items: center;
  gap: 8px;
  margin-bottom: 16px;
  & > [role='combobox'] {
    width: 208px;
  }
  & > svg {
    flex: none;
    color: var(--text-2);
  }
  ${MOBILE} {
    margin-bottom: 12px;
    & > [role='combobox'] {
      flex: 1;
      width: auto;
    }
  }
`

/** Which list is compared with which other one, or with the present state; both are in the address. */
export function ComparedLists(props: {
  from: AllocationList
  /** Undefined for the present state. */
  to: AllocationList | undefined
  /** All of the project, newest first. */
  lists: readonly AllocationList[]
  /** Of the present state, epoch ms by the device's clock; 0 while it is unknown. */
  computedAt: number
  now: Date
}) {
  const { from, to, lists, computedAt, now } = props
  const [, navigate] = useLocation()
  const isMobile = useIsMobile()
  const show = (id: string, against: string | undefined) =>
    navigate(differenceHref(from.project_id, id, against === id ? undefined : against), {
      replace: true,
    })
  const present: SelectOption<string> = {
    value: NOW,
    label: 'Now',
    note: computedAt > 0 ? formatAge(computedAt) : undefined,
  }
  const select = (
    label: string,
    options: readonly SelectOption<string>[],
    value: string,
    onChange: (id: string) => void,
  ) => {
    const chosen = options.find((option) => option.value === value)
    return (
      <Select
        label={label}
        options={options}
        value={value}
        onChange={onChange}
        renderValue={
          <>
            {chosen?.label}
            {!isMobile && chosen?.note !== undefined && (
              <span className="t3 num"> {chosen.note}</span>
            )}
          </>
        }
      />
    )
  }
  // A list shows itself also before the others are known.
  const known = [from, ...(to ? [to] : [])].filter((one) => lists.every(({ id }) => id !== one.id))
  const all = [...lists, ...known]
  return (
    <Root>
      {select('From', listOptions(all, undefined, now), from.id, (id) => show(id, to?.id))}
      <Icon of={ArrowRight} />
      {select('To', [present, ...listOptions(all, from.id, now)], to?.id ?? NOW, (id) =>
        show(from.id, id === NOW ? undefined : id),
      )}
    </Root>
  )
}
