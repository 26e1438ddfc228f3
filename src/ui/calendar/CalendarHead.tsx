import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Root = styled('div')`
  display: flex;
  align-items: center;
  height: 32px;
  ${MOBILE} {
    height: 44px;
  }
`
const Space = styled('span')`
  flex: 1;
`
const ArrowRoom = styled('span')`
  width: 28px;
  flex: none;
`

type Arrow = { label: string; isDisabled: boolean; onClick: () => void }

/** The row above a calendar: arrows at both ends, month and year centred between them. */
export function CalendarHead(props: {
  /** Null leaves the space of the arrow empty, so that the middle stays centred. */
  previous: Arrow | null
  next: Arrow | null
  children: ReactNode
}) {
  return (
    <Root>
      <ArrowButton arrow={props.previous} icon={ChevronLeft} />
      <Space />
      {props.children}
      <Space />
      <ArrowButton arrow={props.next} icon={ChevronRight} />
    </Root>
  )
}

function ArrowButton({ arrow, icon }: { arrow: Arrow | null; icon: typeof ChevronLeft }) {
  if (arrow === null) return <ArrowRoom />
  return (
    <IconButton
      label={arrow.label}
      icon={icon}
      tooltip={false}
      disabled={arrow.isDisabled}
      onClick={arrow.onClick}
    />
  )
}
